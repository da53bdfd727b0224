import { type LeafParts, rolesOf } from './leaves.ts';
import type { View } from './view.ts';
import type { Watcher } from './watcher.ts';

/** Reports to a watcher who may read what in a world. */
export function tellReads({ world, stepper, stateIn }: LeafParts, watcher: Watcher, number: number, view: View): void {
  for (const person of world.people)
    for (const [slot, { entity, id }] of view.state.cells.entries()) {
      const roles = rolesOf(world, stepper.rolesFor(person, slot, view), person);
      watcher.read?.(number, roles, entity, stateIn(view, id), stepper.mayRead(person, slot, view));
    }
}
