import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Platform } from '../../base/platform.ts';
import { snapshotName } from '../../store/snapshot/name.ts';
import type { SnapshotSink } from '../../store/snapshot/sink.ts';
import { type FileInPieces, openFile } from '../files/open-file.ts';
import { NotStarted } from './not-started.ts';
import { packedSnapshot, snapshotMode } from './packed-snapshot.ts';

/** How many of the newest snapshots to keep. Other files of the folder are left alone. */
const most = 10;
const prefix = 'before-change-';

/** A snapshot in a new file of the folder. The folder is created when the first piece arrives. */
export class SnapshotBefore {
  readonly #folder: string;
  readonly #path: string;
  #file: FileInPieces | null = null;
  readonly #packed = packedSnapshot({
    write: (bytes) => this.#file?.write(bytes),
    restart: () => {
      this.#file ??= openFile(this.#path, snapshotMode);
      this.#file.restart();
    },
  });

  constructor(folder: string, platform: Pick<Platform, 'now'>) {
    this.#folder = folder;
    this.#path = join(folder, `${prefix}${snapshotName(platform.now())}`);
  }

  get sink(): SnapshotSink {
    return this.#packed;
  }

  /**
   * Moves the finished file into place and returns a sentence for the log. Throws NotStarted if it
   * cannot.
   */
  keep(): string {
    this.#packed.end();
    const why = this.#file?.keep() ?? null;
    this.#file = null;
    if (why !== null)
      throw new NotStarted(
        `the changed document deletes or converts data, and the snapshot to take first cannot be written (${why}). Nothing was changed. Pass --snapshots DIR to use another folder, or --snapshots no to go on without a snapshot`,
      );
    for (const old of readdirSync(this.#folder).filter(isOurs).sort().slice(0, -most)) rmSync(join(this.#folder, old));
    return `the changed document deletes or converts data; the earlier data is in ${this.#path}, and “ninefold data restore” brings it back`;
  }

  /** Discards the file. */
  drop(): void {
    this.#file?.drop();
    this.#file = null;
  }
}

const isOurs = (name: string): boolean => name.startsWith(prefix) && name.endsWith('.snapshot');
