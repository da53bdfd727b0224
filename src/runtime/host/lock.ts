import { deferred } from './deferred.ts';

export interface HeldLock {
  /** Takes the lock if it is free. */
  now(): Promise<boolean>;
  /** Waits for the lock; resolves to false if released while waiting. */
  later(): Promise<boolean>;
  held(): boolean;
  release(): void;
}

/**
 * A lock that one of all tabs holds. Without Web Locks (no TLS, or a sandbox) each tab acts alone:
 * the last tab opened owns the stored data, and an earlier one learns that when it writes.
 */
export function holdLock(name: string): HeldLock {
  const released = deferred();
  const waiting = new AbortController();
  let held = false;
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  const hold = (): Promise<void> => {
    held = true;
    return released.promise;
  };
  return {
    now: () =>
      locks === undefined
        ? Promise.resolve(true)
        : new Promise((resolve, reject) => {
            locks
              .request(name, { ifAvailable: true }, (lock) => {
                resolve(lock !== null);
                return lock === null ? undefined : hold();
              })
              .catch((error: unknown) => {
                if (error instanceof DOMException && error.name === 'SecurityError') resolve(true);
                else reject(error);
              });
          }),
    later: () =>
      new Promise((resolve) => {
        locks
          ?.request(name, { signal: waiting.signal }, () => {
            resolve(true);
            return hold();
          })
          .catch(() => resolve(false));
      }),
    held: () => held,
    release() {
      waiting.abort();
      released.resolve();
    },
  };
}
