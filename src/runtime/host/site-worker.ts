/// <reference lib="webworker" />
import { compileInBrowser } from '../../store/compile-in-browser.ts';
import type { Start, Started } from './wire.ts';

/* The worker of a built product: small, so that SQLite's code compiles while the engine loads. */

const engine = import('./model-worker.ts');
const database = compileInBrowser();
// The error is reported where the promise is awaited.
database.catch(() => undefined);

self.onmessage = async ({ data }: MessageEvent<Start>) => {
  try {
    await (await engine).beginModel(data, database);
  } catch (error) {
    self.postMessage({ kind: 'not-started', message: error instanceof Error ? error.message : String(error) } satisfies Started);
  }
};
