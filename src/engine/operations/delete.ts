import { notFound, unreachable } from '../access/reach.ts';
import { candidates, guardHolds, guardsRefusal, takenRefusal } from '../change/transitions.ts';
import type { TransitionRow } from '../document/model-index.ts';
import { defineOperation, refuse } from '../operation.ts';
import type { Authority } from '../world/world.ts';
import { forOtherRoles } from './trigger-event.ts';

export interface DeleteInput {
  readonly entity: string;
  readonly id: string;
  readonly authority: Authority;
}

export const deleteRecord = defineOperation<DeleteInput, null>({
  name: 'delete',
  summary: 'Deletes a record; if section 4 has rows for delete, one of them must allow it.',
  decide(world, { entity: name, id, authority }) {
    if (world.index.entity(name) === null) return refuse(notFound(world, name));
    const rows = world.index.rowsOf(name, 'delete');
    const roles = authority === 'person' ? forOtherRoles(world, name, 'delete') : null;
    if (roles !== null) return refuse(roles);
    const record = world.record(name, id);
    const question = { operation: 'delete', field: null, grant: world.access.grant(name, 'delete') };
    const refused = unreachable(world, name, record, [question], authority);
    if (refused !== null || record === null) return refuse(refused ?? notFound(world, name));
    const deletion = {
      changes: [{ kind: 'delete' as const, entity: name, id }],
      write: { entity: name, id, kind: 'delete' as const, name: 'delete' },
    };
    if (rows.length === 0) return { ...deletion, result: null };
    const possible = candidates(world, record, rows, 'delete', authority);
    if ('refusal' in possible) return refuse(possible.refusal);
    const tried: TransitionRow[] = [];
    for (const row of possible.rows) {
      const { transition } = row;
      tried.push(row);
      if (guardHolds(world, transition, record, new Map())) {
        world.index.observer?.({ kind: 'transition', row: transition.span, taken: true });
        if (transition.refuses) return refuse(takenRefusal(world, transition, record, 'delete'));
        // The effect runs while the record still exists.
        const effect =
          transition.effect === null
            ? null
            : { action: transition.effect, self: record, bound: new Map(), place: 'the effect of “delete”', name: 'delete' };
        return { ...deletion, before: effect, result: null };
      }
    }
    return refuse(guardsRefusal(world, tried, record, 'delete') ?? notFound(world, name));
  },
});
