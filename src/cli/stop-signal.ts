import type { Machine } from './machine.ts';

/** Aborted by the first Ctrl-C: a search ends, and what it has found is printed. */
export function stopSignal(host: Machine): AbortSignal {
  const cancel = new AbortController();
  void host.interrupted().then(() => cancel.abort());
  return cancel.signal;
}

/** Lets a Ctrl-C arrive. */
export const pause = (): Promise<void> => new Promise((resume) => setImmediate(resume));
