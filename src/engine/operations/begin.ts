import { isTrue } from '../../expression/evaluate/evaluate.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Transition } from '../../model/ast/states.ts';
import { notFound } from '../access/reach.ts';
import { refusal } from '../change/refusals.ts';
import type { TransitionRow } from '../document/model-index.ts';
import { defineOperation, refuse } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import type { World } from '../world/world.ts';

export interface BeginInput extends TransitionRow {
  readonly id: string;
}

/** Null if the guard of a start row holds for a new record, or is not enforced. */
export function startRefusal(world: World, { guard, guardHole, error, span }: Transition, record: RecordValue): Refusal | null {
  if (guard === null || guardHole || world.index.dependsOnHole(guard)) return null;
  const { entity, id } = record;
  const scope = { ...world.scope(record), evaluationContext: world.contextWithout(entity, id) };
  if (isTrue(guard, scope)) return null;
  const permission = { entity, field: null, operation: 'create' };
  const because = 'the guard of the start is false';
  return refusal(world.index, { error: error?.text ?? 'CONFLICT', entity, record, at: span, because, permission });
}

/**
 * Applies the start row to a record that was just created, with its lines: the guard, then the
 * effect. As for a rule on create, the record is not yet in the list of its entity.
 */
export const begin = defineOperation<BeginInput, null>({
  name: 'begin',
  summary: 'Checks the guard of the start transition for a new record and runs its effect.',
  decide(world, { machine: { entity }, transition, id }) {
    const record = world.record(entity, id);
    if (record === null) return refuse(notFound(world, entity));
    const { effect, span } = transition;
    const refused = startRefusal(world, transition, record);
    world.index.observer?.({ kind: 'transition', row: span, taken: refused === null });
    if (refused !== null) return refuse(refused);
    const then =
      effect === null ? null : { action: effect, self: record, bound: new Map(), place: 'the effect of the start', name: 'create' };
    return { changes: [], write: null, then, result: null };
  },
});
