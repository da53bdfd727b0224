import { join } from 'node:path';
import type { Machine } from '../machine.ts';
import type { SingleFileRuntime } from './single-file.ts';
import type { SiteRuntime } from './site.ts';

async function bytes(file: string, host: Machine): Promise<Uint8Array> {
  const content = await host.readFile(file);
  if (content.kind !== 'file') throw new Error(`the product runtime is incomplete: cannot read ${file} (${content.kind})`);
  return content.bytes;
}

const text = async (file: string, host: Machine): Promise<string> => new TextDecoder().decode(await bytes(file, host));

/**
 * What `npm run build` made, from the folder that the host names (scripts/build-product.mjs says
 * what lies there).
 */
export async function readSiteRuntime(folder: string, host: Machine): Promise<SiteRuntime> {
  const names: readonly string[] = JSON.parse(await text(join(folder, 'files.json'), host));
  const files = await Promise.all(names.map(async (path) => ({ path, bytes: await bytes(join(folder, 'site', path), host) })));
  return {
    page: await text(join(folder, 'site', 'index.html'), host),
    serviceWorker: await text(join(folder, 'site', 'sw.js'), host),
    files,
  };
}

export const readSingleFileRuntime = async (folder: string, host: Machine): Promise<SingleFileRuntime> => ({
  script: await text(join(folder, 'single', 'page.js'), host),
  styles: await text(join(folder, 'single', 'page.css'), host),
  worker: await bytes(join(folder, 'single', 'worker.js'), host),
  database: await bytes(join(folder, 'single', 'sqlite3.wasm'), host),
});
