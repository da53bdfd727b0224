import { place } from './bound.ts';
import type { Collection } from './collect.ts';
import { keyThing } from './scopes.ts';

/**
 * Collects the keys of `with {…}` after an event, which are its parameters. Keys that are fields of
 * a record are already recorded on reading.
 */
export function collectParameters(found: Collection): void {
  const { model } = found;
  for (const { action } of model.actions) {
    for (const step of action.steps) {
      if (step.kind !== 'event' || step.with?.node?.kind !== 'map') continue;
      for (const { key } of step.with.node.entries) {
        if (key.kind !== 'literal' || typeof key.value !== 'string') continue;
        const thing = keyThing(model, step, key.value);
        // Skips the opening quote.
        if (thing !== null) found.add(thing, place(step.with, key.from + 1, key.value.length));
      }
    }
  }
}
