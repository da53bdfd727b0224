/// <reference lib="webworker" />
import { openFiles } from '../../store/browser-files.ts';
import { beginModel } from './model-worker.ts';
import type { Start } from './wire.ts';

/* The worker of a product in a single file; the page sends it SQLite's code. */

self.onmessage = ({ data }: MessageEvent<Start>) => {
  const code = data.database ? Promise.resolve(data.database) : Promise.reject(new Error('the page has sent no database'));
  void beginModel(data, { code, files: openFiles(data.key) });
};
