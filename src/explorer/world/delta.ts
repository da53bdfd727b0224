import type { Cell } from './cells.ts';
import { newNumberOf } from './ids.ts';
import type { View } from './view.ts';

/**
 * A change to a world. Records are identified by their index in a list of slots; a new record by a
 * number below -1. -1 is a record that does not exist.
 */
export interface Delta {
  readonly deleted: readonly number[];
  readonly written: readonly { readonly at: number; readonly template: number; readonly links: readonly number[] }[];
}

export const newAt = (number: number): number => -2 - number;

/** What changed; null if it names a record that is not in `slots`. */
export function deltaOf(view: View, after: readonly Cell[], slots: readonly number[]): Delta | null {
  let known = true;
  const placeOf = (id: string): number => {
    const number = newNumberOf(id);
    if (number !== null && view.slotOf(id) < 0) return newAt(number - view.firstNew);
    const slot = view.slotOf(id);
    if (slot < 0) return -1;
    const at = slots.indexOf(slot);
    known &&= at >= 0;
    return at;
  };
  const left = new Set(after.map(({ id }) => id));
  const deleted = view.state.cells.filter(({ id }) => !left.has(id)).map(({ id }) => placeOf(id));
  const written = after
    .filter((cell) => view.cell(cell.id) !== cell)
    .map(({ id, template, links }) => ({ at: placeOf(id), template, links: links.map(placeOf) }));
  return known ? { deleted, written } : null;
}
