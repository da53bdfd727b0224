import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { workbenchFolder } from './prepare.mjs';

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

export interface FirstLoad {
  /** Paths in the built folder, with bytes after gzip. */
  readonly scripts: ReadonlyMap<string, number>;
  readonly styles: ReadonlyMap<string, number>;
}

/**
 * What the browser must have before a built page can show anything: the entry and all that it
 * imports statically.
 */
export function firstLoad(folder = workbenchFolder): FirstLoad {
  const path = join(folder, '.vite', 'manifest.json');
  if (!existsSync(path)) throw new Error(`${path} is missing. Run npm run build first.`);
  const chunks: Record<string, Chunk> = JSON.parse(readFileSync(path, 'utf8'));
  const scripts = new Map<string, number>();
  const styles = new Map<string, number>();
  const add = (key: string): void => {
    const chunk = chunks[key];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.set(chunk.file, gzipped(folder, chunk.file));
    for (const file of chunk.css ?? []) styles.set(file, gzipped(folder, file));
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const [key, chunk] of Object.entries(chunks)) if (chunk.isEntry) add(key);
  return { scripts, styles };
}

export const gzipped = (folder: string, file: string): number => gzipSync(readFileSync(join(folder, file))).length;

export const total = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0);
