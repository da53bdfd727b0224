/// <reference lib="webworker" />
import { ModelReader } from '../../model/model-reader.ts';
import { readModel } from '../../model/read.ts';
import { compileInBrowser } from '../../store/compile-in-browser.ts';
import { begin } from './run-worker.ts';
import type { Start } from './wire.ts';

/* The worker of the workbench, which reads documents as text. */

// Reused, because each text differs little from the one before while a person types.
const reader = new ModelReader();

const database = compileInBrowser();
// The error is reported where the promise is awaited.
database.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<Start>) =>
  void begin(data, database, { document: async (text) => reader.read(text), text: async (text) => readModel(text) });
