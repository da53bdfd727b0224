import { changedWords } from '../../model/ast/states.ts';
import { notFound } from '../access/reach.ts';
import { guardHolds, leavesState, stateOf, takenRefusal } from '../change/transitions.ts';
import type { TransitionRow } from '../document/model-index.ts';
import { type Decision, defineOperation, refuse } from '../operation.ts';

export interface ChangeInput {
  readonly entity: string;
  readonly id: string;
  /** The rows with the same fields, in the order in which they are tried. */
  readonly rows: readonly TransitionRow[];
}

const nothing: Decision<null> = { changes: [], write: null, result: null };

/** If no guard holds, nothing happens; that is not a refusal. */
export const noteChange = defineOperation<ChangeInput, null>({
  name: 'note-change',
  summary: 'Runs the effects of section 4 for changed fields, with the authority of the product.',
  decide(world, { entity, id, rows }) {
    const record = world.record(entity, id);
    if (record === null) return refuse(notFound(world, entity));
    for (const { machine, transition } of rows) {
      if (!leavesState(transition, stateOf(record, machine.field))) continue;
      const taken = guardHolds(world, transition, record, new Map());
      world.index.observer?.({ kind: 'transition', row: transition.span, taken });
      if (!taken) continue;
      const name = transition.trigger.kind === 'changed' ? changedWords(transition.trigger.fields) : '';
      if (transition.refuses) return refuse(takenRefusal(world, transition, record, name));
      const { effect } = transition;
      return {
        changes: [],
        write: { entity, id, kind: 'event', name },
        then: effect === null ? null : { action: effect, self: record, bound: new Map(), place: `the effect of “${name}”`, name },
        result: null,
      };
    }
    return nothing;
  },
});
