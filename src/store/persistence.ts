import { isQuota } from '../base/storage-full.ts';
import type { BlockFile, Written } from './sqlite/block-file.ts';

/** Keeps what a database writes where it outlives the page. */
export interface Persistence {
  /** Grows with everything that is written. */
  moment(): number;
  /**
   * Resolves when everything written so far is persistent. Rejects with a message otherwise; the
   * next write tries again.
   */
  kept(): Promise<void>;
}

/** SQLite's own files: what it has acknowledged is persistent. */
export const keptAtOnce: Persistence = { moment: () => 0, kept: () => Promise.resolve() };

/**
 * `keep` writes all or nothing. It runs between transactions, one call at a time; later writes go
 * with the next call.
 */
export function persistFile(file: BlockFile, keep: (written: Written) => Promise<void>): Persistence {
  let keptUpTo = file.moment();
  let last: Promise<void> = Promise.resolve();

  const next = async (wanted: number): Promise<void> => {
    // An earlier call has saved it already.
    if (keptUpTo >= wanted) return;
    const moment = file.moment();
    const written = file.take();
    try {
      await keep(written);
      keptUpTo = moment;
    } catch (error) {
      file.giveBack(written);
      if (isQuota(error))
        throw new Error(
          'Your browser’s storage is full: what you wrote last is here only until this page is closed. Delete what you no longer need, or free storage in the browser’s settings; it is then kept with what you write next.',
        );
      throw new Error(
        `This browser could not keep what was written: it is here only until the page is closed. (${error instanceof Error ? error.message : String(error)})`,
      );
    }
  };

  return {
    moment: file.moment,
    kept() {
      const wanted = file.moment();
      if (keptUpTo >= wanted) return Promise.resolve();
      const turn = last.then(() => next(wanted));
      // The next one tries again, whatever became of this one.
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}
