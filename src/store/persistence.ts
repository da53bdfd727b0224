import { isQuota, NotSaved, StorageFull } from '../base/storage-full.ts';
import type { BlockFile, Written } from './sqlite/block-file.ts';

/** Saves what a database writes to where it outlives the page. */
export interface Persistence {
  /** A counter that grows with every write. */
  moment(): number;
  /**
   * Resolves when everything written so far is saved. Rejects with StorageFull or NotSaved if it
   * was undone instead.
   */
  kept(): Promise<void>;
  /** Called when writes were undone, before any `kept` rejects. */
  onRevert: () => void;
}

/** For SQLite's own files: what SQLite has acknowledged is already saved. */
export const alwaysDurable: Persistence = { moment: () => 0, kept: () => Promise.resolve(), onRevert: () => undefined };

/**
 * Saves a file through `keep`, which writes all or nothing. It runs between transactions, one call
 * at a time; later writes go with the next call. If it fails, the file returns to its last saved
 * state, and `kept` rejects for everyone who wrote since.
 */
export function persistFile(file: BlockFile, keep: (written: Written) => Promise<void>): Persistence {
  let keptUpTo = file.moment();
  /**
   * The last failure: writes up to this moment were undone for this reason, except those saved
   * before.
   */
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
      // The next call tries again, even if this one failed.
      last = turn.catch(() => undefined);
      return turn;
    },
    onRevert: () => undefined,
  };
  return persistence;
}
