import type { Store } from '../../store/store.ts';

/** So many rows are one step, which has a step for each of them. */
const size = 500;

/**
 * Long work on so many rows, one after the other. `each` gets the place of the first of some of
 * them and that after the last, and the number of this batch, and makes a step of each row; what it
 * returns is kept, and given to `after`. `isOver`: no batch follows. Over a network a body runs
 * again from its start for each answer: it passes by the batches that are done and the rows of one,
 * not by all rows.
 */
export function inBatches<R>(
  store: Pick<Store, 'step'>,
  count: number,
  each: (from: number, to: number, batch: number) => R,
  after: (result: R) => void,
  isOver: (batch: number) => boolean = () => false,
): void {
  for (let batch = 0; batch * size < count && !isOver(batch); batch++)
    after(store.step(() => each(batch * size, Math.min(count, (batch + 1) * size), batch)));
}
