import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns an empty database as an archive: starting from it takes less than half the time of
 * creating one. `make` creates it once per machine, in the user's cache under `name`, which
 * contains the version of PGlite.
 */
export async function emptyDatabase(name: string, make: () => Promise<Blob>): Promise<Blob> {
  const folder = join(cacheFolder(), 'ninefold');
  const file = join(folder, name);
  const kept = await readFile(file).catch(() => null);
  if (kept !== null) return new Blob([new Uint8Array(kept)]);
  const archive = await make();
  try {
    await mkdir(folder, { recursive: true });
    // Several processes may create it at once: each creates a complete one, and the last one stays.
    const mine = `${file}.${randomUUID()}`;
    await writeFile(mine, new Uint8Array(await archive.arrayBuffer()));
    await rename(mine, file);
  } catch {
    // The cache is not writable: the next start takes as long as this one, and no other harm is
    // done.
  }
  return archive;
}

function cacheFolder(): string {
  const home = homedir();
  const given = process.env['XDG_CACHE_HOME'];
  if (given !== undefined && given !== '') return given;
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  return process.platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
}
