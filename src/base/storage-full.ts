/** Thrown if the browser or the disk has no room for a write. The transaction was not written. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(cause?: unknown) {
    super(storageFullWords, { cause });
  }
}

/**
 * Thrown if the browser could not save a write for another reason than its size. Nothing was saved.
 */
export class NotSaved extends Error {
  override readonly name = 'NotSaved';
  readonly why: string;

  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause);
    super(`Your browser couldn’t save this, so nothing was changed. (${why})`, { cause });
    this.why = why;
  }
}

export const storageFullWords =
  'Your browser’s storage is full, so nothing was saved. Delete what you no longer need, or free storage in the browser’s settings, then try again.';

/**
 * Whether the browser refused a write because the page has used up its storage. The name is that of
 * a DOMException.
 */
export const isQuota = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';
