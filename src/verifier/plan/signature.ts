import type { Planned } from './planned.ts';
import { rolesNow, senderRoles } from './roles-now.ts';
import { listedBy, type Made, type PlanParts, recordOf } from './situations.ts';
import { type FieldLimits, pointsTo, relationTo, sideOf, statesOf, statesOfRelated } from './world-shape.ts';

type Described = { readonly entity: string; readonly id: string };

/**
 * Describes a record for a person (null: without a session): its states, how the person is related
 * to it, and the entities of records that belong to it.
 */
export function describe({ model, oracle }: PlanParts, account: string | null, { entity, id }: Described, made: Made): string {
  const belonging = [...made].filter(([name, ids]) => ids.some((one) => pointsTo(model, oracle, name, one, id)));
  const roles = entity === model.account?.entity.text ? rolesNow({ model, oracle }, id).join() : '';
  return `${entity} ${roles} ${statesOf(model, oracle, entity, id)} ${relationTo(model, oracle, account, entity, id)} ${belonging.map(([name]) => name).join(' ')}`;
}

/** The sender's roles in words. */
export const rolesOf = (parts: PlanParts, planned: Planned): string =>
  planned.persona === null ? 'no one' : senderRoles(parts, planned).join(' ');

/** Describes a request: its call, the sender's roles, the mutation, and the records it is about. */
export function situationOf(parts: PlanParts, planned: Planned, made: Made): string {
  const { model, oracle, people } = parts;
  const who = planned.persona === null ? null : people[planned.persona];
  // A request about no record depends on the roles alone.
  if (planned.mutation?.kind === 'no-record')
    return [planned.call.name.text, senderRoles(parts, planned), JSON.stringify(planned.mutation)].join(' | ');
  // If it names no record, only the sender can make a difference.
  const about = planned.handles.size === 0 ? [String(planned.persona)] : [];
  for (const handle of planned.handles.values()) {
    const record = recordOf(parts, made, handle);
    about.push(
      record === null ? '' : describe(parts, who?.account ?? null, record, made),
      record === null ? '' : statesOfRelated(model, oracle, record.entity, record.id),
    );
  }
  // A list also shows something by what it leaves out.
  for (const entity of listedBy(planned.call))
    about.push(...(made.get(entity) ?? []).map((id) => describe(parts, who?.account ?? null, { entity, id }, made)));
  // Whether a value is accepted seldom depends on the sender.
  const roles = planned.mutation?.kind === 'input' ? '' : senderRoles(parts, planned).join(' ');
  const leftOut = [...planned.picks].flatMap(([name, pick]) => (pick < 0 ? name : []));
  return [planned.call.name.text, roles, JSON.stringify(planned.mutation), leftOut.join(), ...about].join(' | ');
}

/**
 * Whether there are later or sibling records: a service may confuse a record with a later one, or
 * change only one of several.
 */
export function amongOf(parts: PlanParts, { handles }: Planned, made: Made): string {
  const { model, oracle } = parts;
  const found = new Set<string>();
  for (const handle of handles.values()) {
    if (handle.kind !== 'made') continue;
    const known = made.get(handle.entity) ?? [];
    if (known.length > 1) found.add(handle.ordinal < known.length - 1 ? 'not the latest' : 'the latest');
    for (const [entity, ids] of made)
      if (ids.filter((id) => pointsTo(model, oracle, entity, id, known[handle.ordinal] ?? '')).length > 1) found.add(`several ${entity}`);
  }
  return [...found].join();
}

/** The records created on the way that belong to a record. */
export const belongingTo = ({ model, oracle }: PlanParts, { id }: Described, made: Made): readonly Described[] =>
  [...made].flatMap(([entity, ids]) => ids.filter((one) => pointsTo(model, oracle, entity, one, id)).map((one) => ({ entity, id: one })));

/** The states of the records that belong to those that a request is about. */
export function dependentsOf(parts: PlanParts, { handles }: Planned, made: Made): string {
  const about = [...handles.values()].flatMap((handle) => recordOf(parts, made, handle) ?? []);
  const found = about
    .flatMap((one) => belongingTo(parts, one, made))
    .map(({ entity, id }) => `${entity} ${statesOf(parts.model, parts.oracle, entity, id)}`);
  return [...new Set(found)].sort().join();
}

/** On which side of their limits the numbers of a record and of those that belong to it are. */
export function sidesOf(parts: PlanParts, { handles }: Planned, made: Made, limits: readonly FieldLimits[]): string {
  const { model, oracle } = parts;
  const found: string[] = [];
  for (const handle of limits.length === 0 ? [] : handles.values()) {
    const about = recordOf(parts, made, handle);
    if (about === null) continue;
    const records = [...made].flatMap(([name, ids]) =>
      ids.filter((id) => id === about.id || pointsTo(model, oracle, name, id, about.id)).map((id) => ({ name, id })),
    );
    for (const { name, id } of records)
      for (const { entity, field, numbers } of limits)
        if (entity === name) found.push(`${name}.${field}${sideOf(oracle.record(name, id)?.[field], numbers)}`);
  }
  return found.join(' ');
}
