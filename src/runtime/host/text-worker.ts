/// <reference lib="webworker" />
import { ModelReader } from '../../model/model-reader.ts';
import { readModel } from '../../model/read.ts';
import { compileInBrowser } from '../../store/compile-in-browser.ts';
import { begin } from './run-worker.ts';
import type { Start } from './wire.ts';

/* The worker of the workbench, whose documents are texts. */

// While a person types, each text differs little from the one before.
const reader = new ModelReader();

const database = compileInBrowser();
// Reported where it is awaited.
database.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<Start>) =>
  void begin(data, database, { document: async (text) => reader.read(text), text: async (text) => readModel(text) });
