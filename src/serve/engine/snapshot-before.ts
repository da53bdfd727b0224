import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Platform } from '../../base/platform.ts';
import { writeSnapshot } from '../../store/snapshot/lines.ts';
import { snapshotName } from '../../store/snapshot/name.ts';
import type { Snapshot } from '../../store/store.ts';
import { NotStarted } from './not-started.ts';

/** How many snapshots to keep, the newest ones. Other files of the folder are left alone. */
const most = 10;
const prefix = 'before-change-';

/**
 * Writes the data to a new file in the folder and returns a sentence for the log. Throws NotStarted
 * if it cannot.
 */
export function keepBefore(before: Snapshot, folder: string, platform: Pick<Platform, 'now'>): string {
  const name = `${prefix}${snapshotName(platform.now())}`;
  const path = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true });
    // It holds hashes of passwords. Under another name until it is whole.
    writeFileSync(`${path}.part`, gzipSync(writeSnapshot(before)), { mode: 0o600, flush: true });
    renameSync(`${path}.part`, path);
    for (const old of readdirSync(folder).filter(isOurs).sort().slice(0, -most)) rmSync(join(folder, old));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotStarted(
      `the changed document deletes or converts data, and the snapshot to take first cannot be written (${why}). Nothing was changed. Pass --snapshots DIR to use another folder, or --snapshots no to go on without a snapshot`,
    );
  }
  return `the changed document deletes or converts data; the earlier data is in ${path}, and “ninefold data restore” brings it back`;
}

const isOurs = (name: string): boolean => name.startsWith(prefix) && name.endsWith('.snapshot');
