import type { Store } from './store.ts';

/** Created once, because an error captures a stack trace, which costs more than most trial runs. */
const undone = new (class RolledBack extends Error {})();

/** Returns the result of `body` and undoes its writes. May be nested. */
export function rolledBack<T>(store: Pick<Store, 'transaction'>, body: () => T): T {
  const result: T[] = [];
  try {
    store.transaction(() => {
      result.push(body());
      throw undone;
    });
  } catch (error) {
    if (error !== undone) throw error;
  }
  return result[0] as T;
}
