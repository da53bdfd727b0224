/** Thrown when the browser, or the disk, has no room for a write. Nothing of the transaction was written. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';

  constructor(cause?: unknown) {
    super(storageFullWords, { cause });
  }
}

export const storageFullWords =
  'Your browser’s storage is full, so nothing was saved. Delete what you no longer need, or free storage in the browser’s settings, then try again.';

/** Whether the browser refused a write because the page may not keep more: the name is the code of a DOMException. */
export const isQuota = (error: unknown): boolean => error instanceof Error && error.name === 'QuotaExceededError';
