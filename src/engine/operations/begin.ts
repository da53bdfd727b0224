import { isTrue } from '../../expression/evaluate/evaluate.ts';
import { notFound } from '../access/reach.ts';
import { refusal } from '../change/refusals.ts';
import type { TransitionRow } from '../document/model-index.ts';
import { defineOperation, refuse } from '../operation.ts';

export interface BeginInput extends TransitionRow {
  readonly id: string;
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
    const { guard, effect, error, span } = transition;
    const enforced = guard !== null && !transition.guardHole && !world.index.dependsOnHole(guard);
    const scope = { ...world.scope(record), evaluationContext: world.contextWithout(entity, id) };
    const taken = !enforced || isTrue(guard, scope);
    world.index.observer?.({ kind: 'transition', row: span, taken });
    if (!taken) {
      const permission = { entity, field: null, operation: 'create' };
      const because = 'the guard of the start is false';
      return refuse(refusal(world.index, { error: error?.text ?? 'CONFLICT', entity, record, at: span, because, permission }));
    }
    const then =
      effect === null ? null : { action: effect, self: record, bound: new Map(), place: 'the effect of the start', name: 'create' };
    return { changes: [], write: null, then, result: null };
  },
});
