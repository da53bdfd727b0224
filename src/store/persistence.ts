import { isQuota, NotSaved, StorageFull } from '../base/storage-full.ts';
import type { BlockFile, Written } from './sqlite/block-file.ts';

/** Keeps what a database writes where it outlives the page. */
export interface Persistence {
  /** Grows with everything that is written. */
  moment(): number;
  /**
   * Resolves when everything written so far is persistent. Rejects with StorageFull or NotSaved
   * when it was undone instead.
   */
  kept(): Promise<void>;
  /** Called when writes were undone, before anybody is told. */
  onRevert: () => void;
}

/** SQLite's own files: what it has acknowledged is persistent. */
export const keptAtOnce: Persistence = { moment: () => 0, kept: () => Promise.resolve(), onRevert: () => undefined };

/**
 * `keep` writes all or nothing. It runs between transactions, one call at a time; later writes go
 * with the next call. When it fails, the file is again as it was last saved, and everyone who wrote
 * since is told.
 */
export function persistFile(file: BlockFile, keep: (written: Written) => Promise<void>): Persistence {
  let keptUpTo = file.moment();
  /** Writes up to this moment were undone for this reason, but for those kept before. */
  let undone: { readonly upTo: number; readonly error: Error } | null = null;
  let last: Promise<void> = Promise.resolve();

  const next = async (wanted: number): Promise<void> => {
    // An earlier call has saved it, or undone it.
    if (undone !== null && wanted <= undone.upTo) throw undone.error;
    if (keptUpTo >= wanted) return;
    const moment = file.moment();
    const written = file.take();
    try {
      await keep(written);
      file.saved();
      keptUpTo = moment;
      undone = null;
    } catch (cause) {
      const error = isQuota(cause) ? new StorageFull(cause) : new NotSaved(cause);
      undone = { upTo: file.moment(), error };
      file.revert();
      keptUpTo = file.moment();
      persistence.onRevert();
      throw error;
    }
  };

  const persistence: Persistence = {
    moment: file.moment,
    kept() {
      const wanted = file.moment();
      if (keptUpTo >= wanted) return Promise.resolve();
      const turn = last.then(() => next(wanted));
      // The next one tries again, whatever became of this one.
      last = turn.catch(() => undefined);
      return turn;
    },
    onRevert: () => undefined,
  };
  return persistence;
}
