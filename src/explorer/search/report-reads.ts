import { type OutcomeParts, rolesOf } from '../steps/group-outcome.ts';
import type { View } from '../world/view.ts';
import type { Watcher } from './watcher.ts';

/** Reports to a watcher who may read what in a world. */
export function reportReads({ world, stepper, stateIn }: OutcomeParts, watcher: Watcher, number: number, view: View): void {
  for (const person of world.people)
    for (const [slot, { entity, id }] of view.state.cells.entries()) {
      const roles = rolesOf(world, stepper.rolesFor(person, slot, view), person);
      watcher.read?.(number, roles, entity, stateIn(view, id), stepper.mayRead(person, slot, view));
    }
}
