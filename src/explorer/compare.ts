import type { Exploration } from './explore.ts';
import type { Behaviour } from './findings/behaviours.ts';
import type { MadeUpPerson } from './world/made-up-people.ts';

/** How two versions of a document differ in what can happen. */
export interface Difference {
  readonly added: readonly Behaviour[];
  readonly removed: readonly Behaviour[];
  /** The bound of the newer version's search. */
  readonly bound: string;
  /** Whether both versions were searched within the same bound. */
  readonly same: boolean;
  /** Whether both searches covered all worlds within the bound. */
  readonly complete: boolean;
  /** People for roles that no example has, whom the traces name. */
  readonly people: readonly MadeUpPerson[];
}

/** Compares two explorations that were run with the option `behaviours`. */
export const compareExplorations = (before: Exploration, after: Exploration): Difference => ({
  added: without(after, before),
  removed: without(before, after),
  bound: after.bound,
  same: before.bound === after.bound,
  complete: before.settled && after.settled,
  people: [...after.people, ...before.people.filter(({ name }) => after.people.every((one) => one.name !== name))],
});

/** What happens in the first exploration but not in the other. */
function without({ behaviours }: Exploration, other: Exploration): readonly Behaviour[] {
  const known = new Set((other.behaviours ?? []).map(({ name }) => name));
  return (behaviours ?? []).filter(({ name }) => !known.has(name));
}
