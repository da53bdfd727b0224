import type { Expression } from '../../expression/expression.ts';
import { visit } from '../../expression/visit.ts';
import type { Part } from '../../model/facts/screens.ts';
import { fieldOf } from '../../model/lookup.ts';
import type { NamedThing } from '../symbol.ts';
import { place } from './bound.ts';
import type { Collection } from './collect.ts';
import { fieldThing, keyThing } from './scopes.ts';

/** The keys of `with {…}`, the fields that effects set, and states that are given there as texts. */
export function collectValues(found: Collection): void {
  const { model } = found;
  for (const { action } of model.actions) {
    for (const step of action.steps) {
      if (!('with' in step) || step.with === null) continue;
      collectMap(found, step.with, (key) => keyThing(model, step, key));
    }
  }
  for (const { entity, transitions } of model.machines) {
    for (const { effect } of transitions) {
      for (const step of effect?.steps ?? []) {
        if (step.kind === 'assign' && fieldOf(model, entity, step.field.text) !== undefined)
          found.add(fieldThing(entity, step.field.text), step.field.span);
      }
    }
  }
  const parts = (list: readonly Part[]): void => {
    for (const part of list) {
      if ('parts' in part) parts(part.parts);
      if (part.kind !== 'form' || part.with === null || part.entity === null) continue;
      const entity = part.entity.text;
      collectMap(found, part.with, (key) => (fieldOf(model, entity, key) === undefined ? null : fieldThing(entity, key)));
    }
  };
  for (const screen of model.screens) parts(screen.parts);
}

function collectMap(found: Collection, expression: Expression, thingOf: (key: string) => NamedThing | null): void {
  const { node } = expression;
  if (node?.kind !== 'map') return;
  for (const { key, value } of node.entries) {
    if (key.kind !== 'literal' || typeof key.value !== 'string') continue;
    const thing = thingOf(key.value);
    if (thing === null) continue;
    // Behind the quote.
    found.add(thing, place(expression, key.from + 1, key.value.length));
    if (thing.kind !== 'field' || thing.within === null) continue;
    const type = fieldOf(found.model, thing.within, thing.text)?.valueType;
    if (type?.kind !== 'state') continue;
    visit(value, (one) => {
      if (one.kind !== 'literal' || typeof one.value !== 'string' || !type.values.includes(one.value)) return;
      found.add({ kind: 'state', text: one.value, within: type.entity }, place(expression, one.from + 1, one.value.length));
    });
  }
}
