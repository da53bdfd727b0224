/// <reference lib="webworker" />
import { beginModel } from './model-worker.ts';
import type { Start } from './wire.ts';

/* The worker of a product in a single file; the page sends it SQLite's code. */

self.onmessage = ({ data }: MessageEvent<Start>) => {
  const { database } = data;
  void beginModel(data, database ? Promise.resolve(database) : Promise.reject(new Error('the page has sent no database')));
};
