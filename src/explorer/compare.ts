import type { Exploration } from './explore.ts';
import type { Happening } from './happenings.ts';

/** What two versions of a document let people do. */
export interface Difference {
  readonly added: readonly Happening[];
  readonly removed: readonly Happening[];
  /** The bound of the newer one. */
  readonly bound: string;
  /** Were both looked at within the same bound? */
  readonly same: boolean;
  /** Were all worlds of both within the bound looked at? */
  readonly complete: boolean;
}

/** Both explored with `happenings`. */
export const compareExplorations = (before: Exploration, after: Exploration): Difference => ({
  added: without(after, before),
  removed: without(before, after),
  bound: after.bound,
  same: before.bound === after.bound,
  complete: before.settled && after.settled,
});

/** What happens in one and not in the other. */
function without({ happenings }: Exploration, other: Exploration): readonly Happening[] {
  const known = new Set((other.happenings ?? []).map(({ name }) => name));
  return (happenings ?? []).filter(({ name }) => !known.has(name));
}
