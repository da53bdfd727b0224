import type { SingleFileRuntime } from './single-file.ts';
import type { SiteRuntime } from './site.ts';

/**
 * Reads a file of the built runtime by its path, separated by `/` (scripts/build-product.mjs lists
 * the files). Rejects if the file cannot be read.
 */
export type ReadRuntimeFile = (path: string) => Promise<Uint8Array>;

const text = async (path: string, read: ReadRuntimeFile): Promise<string> => new TextDecoder().decode(await read(path));

export async function readSiteRuntime(read: ReadRuntimeFile): Promise<SiteRuntime> {
  const names: readonly string[] = JSON.parse(await text('files.json', read));
  const files = await Promise.all(names.map(async (path) => ({ path, bytes: await read(`site/${path}`) })));
  return { page: await text('site/index.html', read), serviceWorker: await text('site/sw.js', read), files };
}

export const readSingleFileRuntime = async (read: ReadRuntimeFile): Promise<SingleFileRuntime> => ({
  script: await text('single/page.js', read),
  styles: await text('single/page.css', read),
  worker: await read('single/worker.js'),
  database: await read('single/sqlite3.wasm'),
});
