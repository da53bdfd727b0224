import type { RecordValue } from '../../expression/values/value.ts';
import type { Transition } from '../../model/ast/states.ts';
import type { Change } from '../../store/store.ts';
import { notFound, unreachable } from '../access/reach.ts';
import { choiceRefusal, mayBeChosen } from '../change/choices.ts';
import { accessRefusal } from '../change/refusals.ts';
import { candidates, guardHolds, guardsRefusal, isFor, stateOf, takenRefusal } from '../change/transitions.ts';
import { readValues } from '../change/values.ts';
import type { TransitionRow } from '../document/model-index.ts';
import { defineOperation, type Given, refuse } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { parametersOf, readParameters } from '../screens/parameters.ts';
import type { Authority, World } from '../world/world.ts';
import { emptiedRequiredFields, writes } from './update.ts';

export interface EventInput {
  readonly entity: string;
  readonly id: string;
  readonly event: string;
  readonly parameters: Given;
  readonly authority: Authority;
}

export const triggerEvent = defineOperation<EventInput, { readonly entity: string; readonly id: string }>({
  name: 'trigger-event',
  summary: 'Runs the first transition of an event whose guard is true.',
  decide(world, { entity: name, id, event, parameters, authority }) {
    const entity = world.index.entity(name);
    if (entity === null) return refuse(notFound(world, name));
    const rows = world.index.rowsOf(name, event);
    const roles = authority === 'person' ? forOtherRoles(world, name, event) : null;
    if (roles !== null) return refuse(roles);
    const record = world.record(name, id);
    const question = { operation: event, field: null, grant: world.access.grant(name, event) };
    const refused = unreachable(world, name, record, [question], authority);
    if (refused !== null || record === null) return refuse(refused ?? notFound(world, name));
    const possible = candidates(world, record, rows, event, authority);
    if ('refusal' in possible) return refuse(possible.refusal);

    const closed: TransitionRow[] = [];
    for (const row of possible.rows) {
      const { machine, transition } = row;
      const { bound, fields, mistakes } = readParameters(world, name, event, transition, parameters, authority);
      mistakes.push(...wrongParameters(world, transition, record, bound));
      if (mistakes.length > 0) {
        const guards = guardsRefusal(world, closed, record, event);
        return { refusals: guards === null ? mistakes : [guards] };
      }
      if (!guardHolds(world, transition, record, bound)) {
        world.index.observer?.({ kind: 'transition', row: transition.span, taken: false });
        closed.push(row);
        continue;
      }
      if (transition.refuses) {
        world.index.observer?.({ kind: 'transition', row: transition.span, taken: true });
        return refuse(takenRefusal(world, transition, record, event));
      }
      const values = readValues(world, name, fields);
      const wrong = [...values.mistakes, ...emptiedRequiredFields(world, entity, values)];
      if (wrong.length > 0) return { refusals: wrong };
      world.index.observer?.({ kind: 'transition', row: transition.span, taken: true });
      const to = transition.to?.text ?? null;
      const moved = to !== null && to !== stateOf(record, machine.field);
      if (moved) values.stored.set(machine.field, to);
      const changes: readonly Change[] = writes(world, name, id, values);
      return {
        changes,
        write: { entity: name, id, kind: 'event', name: event },
        entered: moved ? [machine.field] : [],
        plain: values.plain,
        then: transition.effect === null ? null : { action: transition.effect, self: record, bound, place: `the effect of “${event}”` },
        result: { entity: name, id },
      };
    }
    return refuse(guardsRefusal(world, closed, record, event) ?? notFound(world, name));
  },
});

/** Refuses parameters outside their choices; for those that are fields, section 3 has the rule. */
function wrongParameters(world: World, transition: Transition, record: RecordValue, bound: Given): Refusal[] {
  return parametersOf(transition).flatMap(({ name, choices }) => {
    const value = bound.get(name.text) ?? null;
    return choices === null || value === null || mayBeChosen(world, choices, record, value)
      ? []
      : [choiceRefusal(world, record.entity, name.text, choices)];
  });
}

/** The refusal if all rows of the event are for roles that the person lacks. */
export function forOtherRoles(world: World, entity: string, event: string): Refusal | null {
  const rows = world.index.rowsOf(entity, event);
  if (rows.length === 0 || rows.some(({ transition }) => isFor(world, transition, 'person', null))) return null;
  return accessRefusal(world.index, world.me() !== null, {
    entity,
    at: rows[0]?.transition.span ?? null,
    because: `section 4 reserves “${event}” for other roles`,
    permission: { entity, field: null, operation: event },
  });
}
