import { isTrue } from '../../expression/evaluate/evaluate.ts';
import type { Expression } from '../../expression/expression.ts';
import { items } from '../../expression/values/compare.ts';
import { isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { Field } from '../../model/ast/entities.ts';
import type { Refusal } from '../outcome.ts';
import { readOrNull } from '../world/labels.ts';
import type { World } from '../world/world.ts';
import { refusal } from './refusals.ts';
import { valueRefusal } from './values.ts';

/**
 * Refuses the fields whose value is not among their choices. `changed`: only fields that this
 * change can affect; null: all.
 */
export function wrongChoices(world: World, record: RecordValue, changed: ReadonlySet<string> | null): Refusal[] {
  const wrong: Refusal[] = [];
  for (const field of world.index.entity(record.entity)?.fields ?? []) {
    const { choices, name } = field;
    if (choices === null) continue;
    const concerned = changed === null || changed.has(name.text) || choices.reads.self.some((read) => changed.has(read));
    const value = concerned ? readOrNull(record, name.text) : null;
    if (value !== null && !mayBeChosen(world, choices, record, value)) wrong.push(notOffered(world, field));
  }
  return wrong;
}

/** `self`: the record with the field, or the record of the event. */
export function mayBeChosen(world: World, choices: Expression, self: RecordValue, value: Value): boolean {
  if (world.index.dependsOnHole(choices)) return true;
  const chosen = isRecord(value) ? [value] : (items(value) ?? []).filter(isRecord);
  const scope = world.scope(self);
  return chosen.every((row) => isTrue(choices, { ...scope, row }));
}

const notOffered = (world: World, { entity, name, choices }: Field): Refusal => choiceRefusal(world, entity, name.text, choices);

/** Refuses a value of a field or of an event's parameter that is not among its choices. */
export const choiceRefusal = (world: World, entity: string, name: string, choices: Expression | null): Refusal =>
  refusal(world.index, {
    error: 'INVALID',
    entity,
    field: name,
    at: choices?.span ?? null,
    own: valueRefusal(entity, name, 'isn’t one of the available choices', ''),
    because: `“${choices?.source ?? ''}” is false for what was chosen for ${entity}.${name}`,
  });
