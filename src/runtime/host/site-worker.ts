/// <reference lib="webworker" />
import { openFiles } from '../../store/browser-files.ts';
import { compileInBrowser } from '../../store/compile-in-browser.ts';
import type { Start, Started } from './wire.ts';

/*
 * The worker of a built product: small, so that SQLite's code compiles and the files are opened
 * while the engine loads.
 */

const engine = import('./model-worker.ts');
const code = compileInBrowser();
// Errors are reported where the promises are awaited.
code.catch(() => undefined);

self.onmessage = async ({ data }: MessageEvent<Start>) => {
  const files = openFiles(data.key);
  files.catch(() => undefined);
  try {
    await (await engine).beginModel(data, { code, files });
  } catch (error) {
    self.postMessage({ kind: 'not-started', message: error instanceof Error ? error.message : String(error) } satisfies Started);
  }
};
