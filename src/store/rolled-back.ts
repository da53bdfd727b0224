import type { Store } from './store.ts';

/** Made once: an error notes where it was made, which costs more than most trials. */
const undone = new (class RolledBack extends Error {})();

/** The result of `body`, whose writes are undone. May be nested. */
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
