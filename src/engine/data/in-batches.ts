import type { Store } from '../../store/store.ts';

/** The number of rows in one step, which contains a step for each row. */
const size = 500;

/**
 * Processes `count` rows in batches. `each` receives the positions of a batch's first row and after
 * its last one, and the number of the batch; it makes a step of each row, and its result is passed
 * to `after`. `isOver`: no further batch. A store over a network runs a body again for each answer;
 * it then skips finished batches instead of all rows.
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
