/// <reference lib="webworker" />
import { ModelReader } from '../../model/model-reader.ts';
import { readModel } from '../../model/read.ts';
import { openFiles } from '../../store/browser-files.ts';
import { compileInBrowser } from '../../store/compile-in-browser.ts';
import { begin } from './run-worker.ts';
import type { Start } from './wire.ts';

/* The worker of the workbench, which reads documents as text. */

// Reused, because each text differs little from the one before while a person types.
const reader = new ModelReader();

const code = compileInBrowser();
// The error is reported where the promise is awaited.
code.catch(() => undefined);

self.onmessage = ({ data }: MessageEvent<Start>) =>
  void begin(
    data,
    { code, files: openFiles(data.key) },
    { document: async (text) => reader.read(text), text: async (text) => readModel(text) },
  );
