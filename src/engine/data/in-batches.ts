import type { Store } from '../../store/store.ts';

/** So many rows are one step, which has a step for each of them. */
const batch = 500;

/**
 * Long work on rows, one after the other. `each` gets some of them and makes a step of each; what
 * it returns is kept, and given to `after`. Over a network a body runs again from its start for
 * each answer: it passes by the batches that are done and the rows of one, not by all rows.
 */
export function inBatches<T, R>(
  store: Pick<Store, 'step'>,
  all: readonly T[],
  each: (some: readonly T[]) => R,
  after: (result: R) => void,
): void {
  for (let from = 0; from < all.length; from += batch) after(store.step(() => each(all.slice(from, from + batch))));
}
