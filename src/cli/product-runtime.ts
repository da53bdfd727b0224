import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Returns the folder of the built product runtime. The published package contains it; a clone
 * builds it if it is missing or older than its sources, which takes some seconds and is reported.
 */
export async function productRuntime(): Promise<{ readonly folder: string } | { readonly why: string }> {
  const folder = join(root, 'dist', 'product');
  const prepare = join(root, 'scripts', 'prepare.mjs');
  if (existsSync(prepare)) {
    const { ensureProductBuilt } = (await import(pathToFileURL(prepare).href)) as { readonly ensureProductBuilt: () => boolean };
    if (!ensureProductBuilt())
      return { why: 'the product runtime could not be built (see above). Run “npm ci” and “npm run build” in the clone of Ninefold.' };
  }
  if (existsSync(join(folder, 'files.json'))) return { folder };
  return { why: `the product runtime is missing (${folder}): this installation of Ninefold is incomplete. Install it again.` };
}
