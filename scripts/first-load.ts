import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { workbenchFolder } from './prepare.mjs';

export interface FirstLoad {
  /** Paths in the built folder, with their size in bytes after gzip. */
  readonly scripts: ReadonlyMap<string, number>;
  readonly styles: ReadonlyMap<string, number>;
}

/**
 * The files that the browser needs before a built page can show anything: those that the page
 * names.
 */
export function firstLoad(folder = workbenchFolder): FirstLoad {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\.?\/([^"]+)"/g)].map(([, file = '']) => file);
  const ending = (end: string): Map<string, number> =>
    new Map(named.filter((file) => file.endsWith(end)).map((file) => [file, gzipped(folder, file)]));
  const load = { scripts: ending('.js'), styles: ending('.css') };
  if (load.scripts.size === 0) throw new Error(`the page in ${folder} names no script`);
  return load;
}

/** Scripts of a built folder and their static imports, with their size in bytes after gzip. */
export function withImports(folder: string, files: readonly string[], seen = new Map<string, number>()): ReadonlyMap<string, number> {
  for (const file of files) {
    if (seen.has(file)) continue;
    seen.set(file, gzipped(folder, file));
    const imports = readFileSync(join(folder, file), 'utf8').matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g);
    withImports(
      folder,
      [...imports].map(([, name]) => join(dirname(file), name as string)),
      seen,
    );
  }
  return seen;
}

export const gzipped = (folder: string, file: string): number => gzipSync(readFileSync(join(folder, file))).length;

export const total = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);
