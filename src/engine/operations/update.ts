import { setOwn } from '../../base/own.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import type { Entity } from '../../model/ast/entities.ts';
import type { Change } from '../../store/store.ts';
import {
  allReadUnknown,
  cellsAfter,
  checkAccess,
  fieldGrant,
  memberGrant,
  notFound,
  type Question,
  resultRefusal,
  unknownIn,
} from '../access/reach.ts';
import { changesSignIn, confirmPassword } from '../account/current-password.ts';
import { settleCurrencies } from '../change/own-currency.ts';
import { readValues, requiredRefusal, type Values } from '../change/values.ts';
import { defineOperation, type Given, isRefused, refuse, type Verdict } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import { readOrNull } from '../world/labels.ts';
import type { Authority, World } from '../world/world.ts';
import { isRequired, unsettable } from './create.ts';

export interface UpdateInput {
  readonly entity: string;
  readonly id: string;
  readonly values: Given;
  readonly authority: Authority;
  /** The person's current password, if they change the credentials of an account. */
  readonly currentPassword?: Value;
  /** Skips the check of the current password, for an action that does not take it. */
  readonly unconfirmed?: boolean;
  /** Lists of lines written with the record: section 6 is checked for these fields too. */
  readonly lists?: readonly string[];
}

export const update = defineOperation<UpdateInput, { readonly entity: string; readonly id: string }>({
  name: 'update',
  summary: 'Updates fields of a record.',
  decide(world, { entity: name, id, values: given, authority, currentPassword = null, unconfirmed = false, lists = [] }) {
    const entity = world.index.entity(name);
    if (entity === null) return refuse(notFound(world, name));
    const record = world.record(name, id);
    const reached = checkAccess(world, name, record, questions(world, entity, id, given, lists), authority);
    if ('refusal' in reached) return refuse(reached.refusal);
    const refused = unsettable(world, entity, given);
    if (refused !== null) return refuse(refused);
    const asks = authority === 'person' && !unconfirmed && changesSignIn(world, name, id, given);
    const confirmed = asks ? confirmPassword(world, currentPassword) : { proved: [] };
    if (isRefused(confirmed)) return confirmed;
    const verdict = writeValues(world, entity, id, given, { kind: 'update', authority }, { entity: name, id });
    if (!isRefused(verdict)) return { ...verdict, ...confirmed, passed: reached.passed };
    // As on create: the refusal must not reveal whether an unreadable record exists.
    const unknown = unknownIn(verdict.refusals);
    const blind = reached.passed.find(({ question, cell }) => allReadUnknown(cellsAfter(question, cell), unknown));
    return blind === undefined || record === null ? verdict : refuse(resultRefusal(world, record, blind.question));
  },
});

/**
 * Reads the given values and writes them, after the permission check; refuses values of the wrong
 * type and empty required fields.
 */
export function writeValues<R>(
  world: World,
  entity: Entity,
  id: string,
  given: Given,
  { kind, authority }: { readonly kind: 'update' | 'assign'; readonly authority: Authority },
  result: R,
): Verdict<R> {
  const name = entity.name.text;
  const record = world.record(name, id);
  const values = readValues(world, name, given, { authority, record });
  const mistakes = [...values.mistakes, ...emptiedRequiredFields(world, entity, values), ...convertAmounts(world, entity, values, record)];
  if (mistakes.length > 0) return { refusals: mistakes };
  return { changes: writes(world, name, id, values), write: { entity: name, id, kind, name: kind }, plain: values.plain, result };
}

/** The permissions to check: for each field its own row, else the entity's. */
function questions(world: World, entity: Entity, id: string, given: Given, lists: readonly string[]): Question[] {
  const name = entity.name.text;
  if (lists.length > 0) {
    const about = lists.map((field): Question => ({ operation: 'update', field, grant: fieldGrant(world, name, 'update', field) }));
    return given.size === 0 ? about : [...questions(world, entity, id, given, []), ...about];
  }
  if (given.size === 0) return [{ operation: 'update', field: null, grant: world.access.grant(name, 'update') }];
  return [...given].flatMap(([field, value]): Question[] => {
    const own = { operation: 'update', field, grant: fieldGrant(world, name, 'update', field) };
    if (entity.byName.get(field)?.type.kind !== 'members') return [own];
    const { added, removed } = difference(world.store.members(name, field, id), wanted(world, name, field, value));
    const target = entity.byName.get(field);
    const of = target?.type.kind === 'members' ? target.type.entity.text : name;
    const about = (operation: 'add' | 'remove', ids: readonly string[]): Question[] =>
      world.access.grant(name, operation, field) === null
        ? []
        : ids.map((member) => ({ operation, field, grant: memberGrant(world, name, operation, field), value: world.record(of, member) }));
    const members = [...about('add', added), ...about('remove', removed)];
    return members.length === added.length + removed.length && members.length > 0 ? members : [own, ...members];
  });
}

function wanted(world: World, entity: string, field: string, value: Value): readonly string[] {
  return readValues(world, entity, new Map([[field, value]])).members.get(field) ?? [];
}

const difference = (before: readonly string[], after: readonly string[]) => ({
  added: after.filter((id) => !before.includes(id)),
  removed: before.filter((id) => !after.includes(id)),
});

/**
 * Converts amounts in the record's own currency, which an update may take from the stored record.
 */
export const convertAmounts = (world: World, entity: Entity, { stored }: Values, record: RecordValue | null): Refusal[] =>
  settleCurrencies(
    world,
    entity,
    stored,
    (name) => (stored.has(name) ? (stored.get(name) ?? null) : record === null ? null : readOrNull(record, name)),
    (name, amount) => stored.set(name, amount),
  );

export function emptiedRequiredFields(world: World, entity: Entity, values: Values): Refusal[] {
  const emptied: Refusal[] = [];
  for (const [name, value] of values.stored) {
    const field = entity.byName.get(name);
    if (field !== undefined && value === null && isRequired(field)) emptied.push(requiredRefusal(world, field));
  }
  return emptied;
}

export function writes(world: World, entity: string, id: string, values: Values): Change[] {
  const changes: Change[] = [];
  if (values.stored.size > 0 || values.members.size === 0) {
    const stored: Record<string, Value> = {};
    for (const [field, value] of values.stored) setOwn(stored, field, value);
    stored['updatedAt'] = world.now;
    changes.push({ kind: 'update', entity, id, values: stored });
  }
  for (const [field, ids] of values.members) {
    const { added, removed } = difference(world.store.members(entity, field, id), ids);
    for (const member of removed) changes.push({ kind: 'remove', entity, field, id, member });
    for (const member of added) changes.push({ kind: 'add', entity, field, id, member });
  }
  return changes;
}
