import { allOf } from '../../base/pending.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Change, StoredRecord } from '../../store/store.ts';
import { changesForTrail, type MembersChanged } from '../change/audit.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { givenOf } from '../given.ts';
import type { Given } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import type { Product } from '../product.ts';
import type { Json } from '../record-data.ts';
import { nobody, type World } from '../world/world.ts';
import { type DataProblem, type DataRow, hashOf } from './data-set.ts';
import { type KnownRow, keyOf, referencesOf } from './order.ts';
import { putRecord } from './put-record.ts';

/*
 * Writes one row. An import calls this for all rows, batch by batch, and reads in advance what a
 * batch needs.
 */

export interface PutOne {
  readonly isNew: boolean;
  /** The written record. */
  readonly after: StoredRecord | null;
  /** Why it was not written. */
  readonly wrong: readonly DataProblem[];
}

export interface Named {
  readonly entity: string;
  readonly id: string;
}

/** Records read in advance, by key; null: the record does not exist. */
export type PrefetchedRecords = Map<string, StoredRecord | null>;

export function readAhead({ store, index }: Product, named: readonly Named[]): PrefetchedRecords {
  const ids = new Map<string, Set<string>>();
  for (const { entity, id } of named) {
    if (index.entity(entity) !== null) ids.set(entity, (ids.get(entity) ?? new Set()).add(id));
  }
  const found = allOf([...ids], ([entity, all]) => ({ entity, all, records: store.query({ entity, conditions: [], ids: [...all] }) }));
  const ahead: PrefetchedRecords = new Map();
  for (const { entity, all, records } of found) {
    for (const id of all) ahead.set(keyOf(entity, id), null);
    for (const record of records) ahead.set(keyOf(entity, record.id), record);
  }
  return ahead;
}

export function prefetch(world: World, ahead: PrefetchedRecords, named: readonly Named[]): void {
  for (const { entity, id } of named) {
    const record = ahead.get(keyOf(entity, id));
    if (record !== undefined) world.cacheRecord(entity, id, record);
  }
}

/** The records of rows, and those that they refer to. */
export const namedBy = (index: ModelIndex, rows: readonly KnownRow[]): readonly Named[] =>
  rows.flatMap(({ row, id }) => [{ entity: row.entity, id }, ...referencesOf(index, row)]);

/**
 * Runs `body` for one row as a step. Later rows see what it wrote, but nothing else that it read: a
 * repeated run, which skips the step, must send the same queries.
 */
export function runRowStep({ store }: Product, ahead: PrefetchedRecords, { row, id }: KnownRow, body: () => PutOne): PutOne {
  const one = store.step(body);
  if (one.wrong.length === 0) ahead.set(keyOf(row.entity, id), one.after);
  return one;
}

export function put(
  product: Product,
  ahead: PrefetchedRecords,
  known: KnownRow,
  takes: (field: string) => boolean,
  numbers?: ReadonlyMap<string, Json>,
): PutOne {
  const { row, id } = known;
  const { entity } = row;
  const values = new Map([...[...row.values].filter(([field]) => takes(field)), ...(numbers ?? [])]);
  const hashes = new Map(
    [...values].flatMap(([field, value]): [string, string][] => {
      const hash = product.index.field(entity, field)?.type.kind === 'password' ? hashOf(value) : null;
      return hash === null ? [] : [[field, hash]];
    }),
  );
  const given = new Map([
    ...givenOf(Object.fromEntries([...values].filter(([field]) => !hashes.has(field)))),
    ...idGiven(product, entity, id),
  ]);
  const world = product.world(nobody);
  prefetch(world, ahead, namedBy(product.index, [known]));
  const before = world.stored(entity, id);
  const outcome = product.transact(nobody, (run) => run.perform(putRecord, { entity, id, values: given, hashes }), {
    asksRules: false,
    quiet: true,
    world,
  });
  if (!outcome.ok) return { isNew: false, after: null, wrong: outcome.refusals.map((refusal) => problemOf(row, refusal)) };
  const after = world.stored(entity, id);
  const changes = changesForTrail(world, entity, before, after, membersIn(outcome.value));
  const operation = before === null ? 'create' : 'update';
  product.store.audit({ at: world.milliseconds, by: null, entity, record: id, operation, changes });
  return { isNew: before === null, after, wrong: [] };
}

function idGiven(product: Product, entity: string, id: string): Given {
  const kind = product.index.field(entity, 'id')?.type.kind;
  return new Map<string, Value>([['id', kind === 'serial' || kind === 'integer' ? Number(id) : id]]);
}

/** The members that left and joined lists. */
function membersIn(changes: readonly Change[]): MembersChanged {
  const members = new Map<string, { readonly from: string[]; readonly to: string[] }>();
  for (const change of changes) {
    if (change.kind !== 'add' && change.kind !== 'remove') continue;
    const line = members.get(change.field) ?? { from: [], to: [] };
    members.set(change.field, line);
    (change.kind === 'add' ? line.to : line.from).push(change.member);
  }
  return members;
}

export const problemOf = ({ place }: DataRow, { field, message, because, own }: Refusal): DataProblem => ({
  place,
  field,
  // Names the rule, because a message of the document's catalogue may not.
  message: because.startsWith('the rule') && own?.code !== 'rule' ? `${message} (${because})` : message,
});
