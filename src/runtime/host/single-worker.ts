/// <reference lib="webworker" />
import { beginModel } from './model-worker.ts';
import type { Start } from './wire.ts';

/* The worker of a product in one file, which is sent SQLite's code as well. */

self.onmessage = ({ data }: MessageEvent<Start>) => {
  const { database } = data;
  void beginModel(data, database ? Promise.resolve(database) : Promise.reject(new Error('the page has sent no database')));
};
