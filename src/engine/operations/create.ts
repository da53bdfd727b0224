import { own } from '../../base/own.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Change, StoredRecord } from '../../store/store.ts';
import { nameOf, type PermissionKey } from '../access/permission-key.ts';
import { allReadUnknown, fieldGrant, refusedAfter, unknownIn } from '../access/reach.ts';
import { Draft, stateFields } from '../change/draft.ts';
import { deniedBy, refusal } from '../change/refusals.ts';
import { notSettable, readValues, requiredRefusal, type Values } from '../change/values.ts';
import { defineOperation, type Given, refuse } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import type { Authority, World } from '../world/world.ts';
import { startRefusal } from './begin.ts';

export interface CreateInput {
  readonly entity: string;
  readonly values: Given;
  readonly authority: Authority;
  /** For examples, which may set every field, including the state. */
  readonly example?: boolean;
  /** Values set by the product in addition to the given ones, without access checks. */
  readonly fixed?: Given;
  /** Lists of lines written with the record: section 6 is checked for these fields too. */
  readonly lists?: readonly string[];
  /** The id of a record that the same person has just written, and may therefore refer to. */
  readonly knows?: string;
}

export const create = defineOperation<CreateInput, { readonly entity: string; readonly id: string }>({
  name: 'create',
  summary: 'Creates a record from the given values and the defaults.',
  decide(world, input) {
    const entity = world.index.entity(input.entity);
    if (entity === null)
      return refuse(refusal(world.index, { error: 'NOT_FOUND', entity: input.entity, because: `there is no entity ${input.entity}` }));
    const byPerson = input.authority === 'person';
    if (byPerson) {
      const plain = plainlyRefused(world, entity, [...input.values.keys(), ...(input.lists ?? [])]);
      if (plain !== null) return refuse(plain);
    }
    const kept = input.example ? null : unsettable(world, entity, input.values);
    if (kept !== null) return refuse(kept);

    const id = newId(world, entity, input.values);
    const given = byPerson ? withoutRoles(world, entity, id, input.values) : input.values;
    const values = readValues(world, entity.name.text, new Map([...given, ...(input.fixed ?? [])]), {
      authority: input.authority,
      record: null,
      example: input.example ?? false,
      ...(input.knows === undefined ? {} : { knows: input.knows }),
    });
    const draft = new Draft(world, entity, id, values);
    if (byPerson) {
      const refused = notGranted(world, entity, draft.record, [...given.keys(), ...(input.lists ?? [])], values);
      if (refused !== null) return refuse(refused);
    }
    const done = draft.finish();
    const mistakes = [...values.mistakes, ...done.mistakes, ...missingFields(world, entity, done.stored, values)];
    if (mistakes.length > 0) return { refusals: mistakes };
    const name = entity.name.text;
    const members = [...done.members].flatMap(([field, ids]) =>
      ids.map((member): Change => ({ kind: 'add', entity: name, field, id, member })),
    );
    return {
      changes: [{ kind: 'insert', entity: name, record: done.stored }, ...members],
      write: { entity: name, id, kind: 'create', name: 'create' },
      entered: stateFields(entity),
      plain: done.plain,
      // Where the record has lists, the guard is checked when they are written.
      ...(input.example || (input.lists ?? []).length > 0 || members.length > 0
        ? {}
        : { beforeUnique: (record: RecordValue) => firstRefusal(world, name, record) }),
      result: { entity: name, id },
    };
  },
});

/** The refusal if no role of the person may create such records or set one of these fields. */
function plainlyRefused(world: World, entity: Entity, given: readonly string[]): Refusal | null {
  const name = entity.name.text;
  const grant = world.access.grant(name, 'create');
  if (grant.kind === 'no') return deniedBy(world, grant);
  for (const field of given) {
    if (isRoleField(world, name, field)) continue;
    const row = world.access.grant(name, 'create', field);
    if (row?.kind === 'no') return deniedBy(world, row, { field });
  }
  return null;
}

function firstRefusal(world: World, entity: string, record: RecordValue): Refusal | null {
  for (const { transition } of world.index.startRows(entity)) {
    const refused = startRefusal(world, transition, record);
    if (refused !== null) return refused;
  }
  return null;
}

export function unsettable(world: World, entity: Entity, given: Given): Refusal | null {
  for (const name of given.keys()) {
    const field = entity.byName.get(name);
    const why = field === undefined ? null : notSettable(field);
    if (field !== undefined && why !== null) {
      return refusal(world.index, { error: 'FORBIDDEN', entity: entity.name.text, field: name, at: field.span, because: why });
    }
  }
  return null;
}

const isRoleField = (world: World, entity: string, field: string): boolean => world.index.roleFields.has(`${entity}.${field}`);

/**
 * Leaves out values that determine a role, unless the person may update the field or a row grants
 * its create. The grant is checked on the record with the default, so a role cannot grant itself,
 * and on the record after the change, like every update.
 */
function withoutRoles(world: World, entity: Entity, id: string, given: Given): Given {
  const name = entity.name.text;
  const suspects = [...given.keys()].filter((field) => isRoleField(world, name, field));
  if (suspects.length === 0 || world.index.model.permissions === null) return given;
  // Without passwords, which take long to hash and which no permission reads.
  const rest = new Map([...given].filter(([field]) => !suspects.includes(field) && entity.byName.get(field)?.type.kind !== 'password'));
  const { record } = new Draft(world, entity, id, readValues(world, name, rest));
  const allowed = suspects.filter((field) => {
    const row = world.access.grant(name, 'create', field);
    if (row !== null && world.access.isGranted(row, record)) return true;
    const question = { operation: 'update', field, grant: fieldGrant(world, name, 'update', field) };
    const { grant } = question;
    if (grant.kind !== 'when') return grant.kind === 'yes';
    const cell = world.access.cellFor(grant, record);
    if (cell === null) return false;
    const values = new Map([...rest, [field, given.get(field) ?? null]]);
    const wanted = new Draft(world, entity, id, readValues(world, name, values)).record;
    return refusedAfter(world, [{ question, cell }], new Set([`${name}.${field}`]), wanted, record) === null;
  });
  return new Map([...given].filter(([field]) => !suspects.includes(field) || allowed.includes(field)));
}

/**
 * Checks conditions of section 6 on the new record. A cell that reads a record unknown to the
 * person is not met (`allReadUnknown`).
 */
function notGranted(world: World, entity: Entity, record: RecordValue, given: readonly string[], { mistakes }: Values): Refusal | null {
  const name = entity.name.text;
  const grants = [{ grant: world.access.grant(name, 'create'), field: null as string | null }];
  for (const field of given) {
    const grant = isRoleField(world, name, field) ? null : world.access.grant(name, 'create', field);
    if (grant !== null) grants.push({ grant, field });
  }
  const unknown = unknownIn(mistakes);
  for (const { grant, field } of grants) {
    const blind = grant.kind === 'when' && allReadUnknown(grant.cells, unknown);
    if (!blind && world.access.isGranted(grant, record)) continue;
    const permission: PermissionKey = { entity: name, field, operation: 'create' };
    return refusal(world.index, {
      error: 'FORBIDDEN',
      entity: name,
      field,
      record,
      at: grant.kind === 'when' ? (grant.cells[0]?.span ?? null) : null,
      because: `section 6 does not grant ${nameOf(permission)} for the record after the change`,
      permission,
    });
  }
  return null;
}

/**
 * Refusals of empty required fields, except those whose value is refused already and those whose
 * default reads a value that is refused or missing: that is one mistake, not two.
 */
export function missingFields(world: World, entity: Entity, record: StoredRecord, values: Values): Refusal[] {
  const wrong = new Set(values.mistakes.map((mistake) => mistake.field));
  const missing = entity.fields.filter(
    (field) => isRequired(field) && (own(record, field.name.text) ?? null) === null && !wrong.has(field.name.text),
  );
  if (missing.length === 0) return [];
  const byDefault = entity.fields.filter(({ name, default: standard }) => standard !== null && !values.stored.has(name.text));
  const unknown = new Set([...wrong, ...missing.filter((field) => !byDefault.includes(field)).map(({ name }) => name.text)]);
  const follows = ({ name, default: standard }: Field): boolean => {
    if (standard?.kind !== 'expression' || unknown.has(name.text)) return false;
    return [...world.index.readsOf(standard.expression, entity.name.text)].some((read) => unknown.has(read));
  };
  const consequences = new Set<Field>();
  for (let next = byDefault.find(follows); next !== undefined; next = byDefault.find(follows)) {
    consequences.add(next);
    unknown.add(next.name.text);
  }
  return missing.filter((field) => !consequences.has(field)).map((field) => requiredRefusal(world, field));
}

/** Whether the field must not be null. Lists are never null, and computed fields may be. */
export const isRequired = (field: Field): boolean =>
  field.required && !field.builtIn && field.computed === null && !['list', 'members', 'inverse'].includes(field.type.kind);

function newId(world: World, entity: Entity, given: Given): string {
  const type = entity.byName.get('id')?.type.kind;
  const givenId = given.get('id');
  if (type === 'serial') return String(typeof givenId === 'number' ? givenId : world.store.nextSerial(entity.name.text, 'id'));
  return typeof givenId === 'string' ? givenId : world.newId();
}
