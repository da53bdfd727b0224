/// <reference lib="webworker" />
import { compileInBrowser } from '../../store/compile-in-browser.ts';
import type { Start, Started } from './wire.ts';

/*
 * The worker of a built product: small, so that SQLite's code is compiled while the engine's own
 * comes.
 */

const engine = import('./model-worker.ts');
const database = compileInBrowser();

self.onmessage = async ({ data }: MessageEvent<Start>) => {
  try {
    const [{ beginModel }, code] = await Promise.all([engine, database]);
    await beginModel({ ...data, database: code });
  } catch (error) {
    self.postMessage({ kind: 'not-started', message: error instanceof Error ? error.message : String(error) } satisfies Started);
  }
};
