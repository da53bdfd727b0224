import { own } from '../../base/own.ts';
import { toJson } from '../../expression/values/json.ts';
import { notFound } from '../access/reach.ts';
import { dataFields } from '../data/collect.ts';
import { type DataRow, hashOf } from '../data/data-set.ts';
import { type KnownRow, keyOf as keyOfRow, sortByReferences } from '../data/order.ts';
import { putRecord } from '../data/put-record.ts';
import { givenOf } from '../given.ts';
import type { Given } from '../operation.ts';
import type { Product } from '../product.ts';
import type { Address, Json } from '../record-data.ts';
import type { Run } from '../run.ts';
import { unlockAt } from '../screens/opened.ts';
import type { Done } from '../session.ts';
import type { Person, World } from '../world/world.ts';
import { cascadeEffectsOf, membersOf } from './cascade.ts';
import { accessRefusal, Refused } from './refusals.ts';

/** A deletion of more records than this cannot be undone. */
export const mostRestorable = 500;

/** How long a deletion can be undone, in milliseconds: one day. */
const keptFor = 86_400_000;

interface Place {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
}

/** Everything that a deletion removed, as JSON. */
interface CollectedDeletion {
  /** The deleted records, the target of the deletion first. */
  readonly rows: readonly { readonly entity: string; readonly id: string; readonly values: Readonly<Record<string, Json>> }[];
  /** When they entered their states, in milliseconds since the epoch. */
  readonly entered: readonly (Place & { readonly at: number })[];
  /** Relations of remaining records that were cleared, and `lost`: lists that lost a member. */
  readonly cleared: readonly (Place & { readonly to: string })[];
  readonly lost: readonly (Place & { readonly member: string })[];
}

const keyOf = (token: string): string => `deleted ${token}`;

/**
 * Collects what a deletion is about to remove. Null: the record is missing, or there is too much to
 * restore. Pass the result to `storeDeletion`, in the transaction of the deletion.
 */
export function collectDeletion(world: World, entity: string, id: string): CollectedDeletion | null {
  const record = world.stored(entity, id);
  if (record === null) return null;
  const effects = cascadeEffectsOf(world, entity, id);
  const deleted = [{ entity, before: record }, ...effects.filter(({ operation }) => operation === 'delete')];
  if (deleted.length > mostRestorable) return null;
  const ids = new Set(deleted.map((one) => JSON.stringify([one.entity, one.before.id])));
  const rows = deleted.map((one) => {
    const fields = dataFieldsOf(world, one.entity);
    const members = membersOf(world, one.entity, one.before.id);
    const value = (name: string, type: string): Json => {
      if (type === 'members') return [...(members.get(name) ?? [])];
      const kept = own(one.before, name) ?? null;
      return type === 'password' && typeof kept === 'string' ? { hash: kept } : toJson(kept);
    };
    return {
      entity: one.entity,
      id: one.before.id,
      values: Object.fromEntries(fields.map(({ name, type }) => [name.text, value(name.text, type.kind)])),
    };
  });
  const entered = deleted.flatMap((one) =>
    dataFieldsOf(world, one.entity).flatMap(({ name, type }) => {
      const at = type.kind === 'state' ? world.store.enteredAt(one.entity, name.text, one.before.id) : null;
      return at === null ? [] : [{ entity: one.entity, id: one.before.id, field: name.text, at }];
    }),
  );
  const staying = effects.filter(({ operation }) => operation !== 'delete');
  const cleared = staying.flatMap(({ entity: of, before }) =>
    dataFieldsOf(world, of).flatMap(({ name, type }) => {
      const to = type.kind === 'relation' ? own(before, name.text) : null;
      const isGone = type.kind === 'relation' && typeof to === 'string' && ids.has(JSON.stringify([type.entity.text, to]));
      return isGone ? [{ entity: of, id: before.id, field: name.text, to }] : [];
    }),
  );
  const lost = staying.flatMap(({ entity: of, before, members }) =>
    [...members].flatMap(([field, { from }]) => from.map((member) => ({ entity: of, id: before.id, field, member }))),
  );
  return { rows, entered, cleared, lost };
}

const dataFieldsOf = (world: World, name: string) => {
  const entity = world.index.entity(name);
  return entity === null ? [] : dataFields(entity);
};

/** Stores what was deleted for a day; returns the token by which the same person can restore it. */
export function storeDeletion({ world }: Run, taken: CollectedDeletion): string {
  const token = world.randomText(24);
  const kept = { fingerprint: world.person.account ?? '', at: world.milliseconds, status: 0, headers: {}, body: JSON.stringify(taken) };
  world.store.keepAnswer({ key: keyOf(token), ...kept }, world.milliseconds - keptFor);
  return token;
}

/**
 * Restores what a deletion removed: only for the person who deleted it, once, within a day, and if
 * they may still delete such a record, with the roles by link that `at` grants. As for imported
 * data, only the rules of section 5 that always hold are checked.
 */
export function restoreDeletion(
  product: Product,
  person: Person,
  token: string,
  at: Address | null,
): ReturnType<typeof product.transact<Done>> {
  const outcome = product.store.withoutRuleChecks(() => product.transact(person, (run) => restoreStored(run, token, at), { quiet: true }));
  if (outcome.ok && outcome.change != null) product.changed(outcome.change);
  return outcome;
}

function restoreStored(run: Run, token: string, at: Address | null): Done {
  const { world } = run;
  const kept = world.store.keptAnswer(keyOf(token));
  const [old, mine] = [world.milliseconds - keptFor, world.person.account ?? ''];
  if (kept === null || kept.body === null || kept.at < old || kept.fingerprint !== mine) throw new Refused([notFound(world, 'record')]);
  const { rows, entered, cleared, lost } = JSON.parse(kept.body) as CollectedDeletion;
  const [first] = rows;
  if (first === undefined) throw new Refused([notFound(world, 'record')]);
  const known = rows.map(({ entity, id, values }): KnownRow => {
    const row: DataRow = { entity, place: `${entity} ${id}`, values: new Map(Object.entries(values)) };
    return { row, id };
  });
  const places = new Map(known.map(({ row, id }, place) => [keyOfRow(row.entity, id), place]));
  const { ordered, late, lateOf } = sortByReferences(world.index, {
    length: known.length,
    entities: new Set(rows.map(({ entity }) => entity)),
    row: (place) => known[place]?.row ?? null,
    find: (entity, id) => places.get(keyOfRow(entity, id)) ?? -1,
  });
  const putAt = (place: number, takes: (field: string) => boolean): void => put(run, known[place] as KnownRow, takes);
  for (const place of ordered) putAt(place, (field) => lateOf(place)?.has(field) !== true);
  for (const place of late) putAt(place, (field) => lateOf(place)?.has(field) === true);
  for (const { entity, field, id, at } of entered) world.store.setEnteredAt(entity, field, id, at);
  for (const { entity, id, field, to } of cleared) {
    const now = world.stored(entity, id);
    if (now !== null && (own(now, field) ?? null) === null) assign(run, entity, id, { [field]: to });
  }
  for (const { entity, id, field, member } of lost) {
    if (world.stored(entity, id) === null) continue;
    const members = world.store.members(entity, field, id);
    if (!members.includes(member)) assign(run, entity, id, { [field]: [...members, member] });
  }
  // Only now, because the link may belong to a record that was just restored.
  if (at !== null) unlockAt(world, at);
  const record = world.record(first.entity, first.id, 'person');
  if (record === null || !world.access.mayRead(record)) throw new Refused([notFound(world, 'record')]);
  if (!world.access.isGranted(world.access.grant(first.entity, 'delete'), record))
    throw new Refused([accessRefusal(world.index, world.me() !== null, { because: `section 6 no longer grants ${first.entity}: delete` })]);
  for (const { entity, id } of rows)
    world.store.audit({ at: world.milliseconds, by: world.person.account, entity, record: id, operation: 'restore', changes: {} });
  world.store.keepAnswer({ ...kept, body: null }, old);
  return { record: null, open: null };
}

function put(run: Run, { row: { entity, values }, id }: KnownRow, takes: (field: string) => boolean): void {
  const taken = [...values].filter(([field]) => takes(field) && run.world.index.field(entity, field) !== null);
  const hashes = new Map(
    taken.flatMap(([field, value]): [string, string][] => {
      const hash = run.world.index.field(entity, field)?.type.kind === 'password' ? hashOf(value) : null;
      return hash === null ? [] : [[field, hash]];
    }),
  );
  const given: Given = givenOf(Object.fromEntries(taken.filter(([field]) => !hashes.has(field))));
  run.perform(putRecord, { entity, id, values: given, hashes });
}

const assign = (run: Run, entity: string, id: string, values: Readonly<Record<string, Json>>): void =>
  void run.perform(putRecord, { entity, id, values: givenOf(values), hashes: new Map() });
