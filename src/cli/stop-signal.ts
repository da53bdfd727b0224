import type { Machine } from './machine.ts';

/**
 * Returns a signal that the first Ctrl-C aborts: a search then ends and prints what it has found.
 */
export function stopSignal(host: Machine): AbortSignal {
  const cancel = new AbortController();
  void host.interrupted().then(() => cancel.abort());
  return cancel.signal;
}

/** Yields to the event loop, so that Ctrl-C is handled. */
export const pause = (): Promise<void> => new Promise((resume) => setImmediate(resume));
