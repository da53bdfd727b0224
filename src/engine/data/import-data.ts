import { allOf } from '../../base/pending.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Change, StoredRecord } from '../../store/store.ts';
import { changesForTrail, type MembersChanged } from '../change/audit.ts';
import { noteFile } from '../change/files.ts';
import { ask, inOrder } from '../change/rules.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { givenOf } from '../given.ts';
import type { Given } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import type { Product } from '../product.ts';
import type { Json } from '../record-data.ts';
import { nobody, type World } from '../world/world.ts';
import { checksumOf, notWhole } from './checksum.ts';
import { type DataProblem, type DataRow, type DataSet, hashOf } from './data-set.ts';
import { inBatches } from './in-batches.ts';
import { idOf, inOrderOfNeed, type KnownRow, keyOf, referencesOf } from './order.ts';
import { putRecord } from './put-record.ts';

export interface ImportReport {
  /** Everything was taken; else nothing was. */
  readonly applied: boolean;
  /** Records that are new, and that were there, by entity: what was done, or what would be. */
  readonly counts: ReadonlyMap<string, Count>;
  readonly problems: readonly DataProblem[];
}

type Found = Pick<ImportReport, 'counts' | 'problems'>;

interface Count {
  readonly created: number;
  readonly changed: number;
}

function add(counts: Map<string, Count>, entity: string, { created, changed }: Count): void {
  const before = counts.get(entity) ?? { created: 0, changed: 0 };
  counts.set(entity, { created: before.created + created, changed: before.changed + changed });
}

/** Thrown to take an import back, with what was found. */
class TakenBack extends Error {
  constructor(readonly found: Found) {
    super();
  }
}

/**
 * Imports data with the product's authority: a row with an existing id changes that record, any
 * other creates one. Every row must satisfy types, required fields, relations, uniqueness and the
 * rules that always hold. All problems are reported, and nothing is imported unless everything is
 * valid. `rehearse`: imports nothing in any case.
 */
export function importData(product: Product, data: DataSet, { rehearse }: { readonly rehearse: boolean }): ImportReport {
  try {
    // The result is returned: a store behind a network may run the body several times, or not at
    // all once it is decided (docs/decisions/0080).
    const found = product.store.pardoned((): Found => {
      const { store } = product;
      // Whatever looks at all rows is a step: this runs again for each answer over a network.
      const problems = [...store.step(() => cutOff(data))];
      for (const [id, { bytes, ...file }] of data.files) {
        const other = store.step(() => {
          const kept = store.file(id);
          if (kept !== null) return checksumOf(kept) !== checksumOf(bytes);
          store.putFile(id, bytes);
          noteFile(store, id, { ...file, size: bytes.length });
          return false;
        });
        if (other) problems.push({ place: `file ${id}`, field: null, message: 'There is another file with this id already.' });
      }
      const known = store.step(() => withIds(product, data.rows));
      problems.push(...known.problems);
      const put = putAll(product, known.rows);
      problems.push(...put.problems);
      putEntered(product, data.entered);
      problems.push(...brokenRules(product, put.rows));
      const { counts } = put;
      if (problems.length > 0 || rehearse) throw new TakenBack({ counts, problems });
      return { counts, problems };
    });
    product.changed();
    return { applied: true, ...found };
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
    const { counts, problems } = error.found;
    return { applied: false, counts, problems: inRowOrder(problems, data.rows) };
  }
}

/** Files that are not as long as a record says that they are. */
function cutOff({ rows, files }: DataSet): DataProblem[] {
  return rows.flatMap(({ place, values }) =>
    [...values].flatMap(([field, value]) =>
      [value].flat().flatMap((one): DataProblem[] => {
        if (typeof one !== 'object' || one === null || !('id' in one && 'size' in one) || typeof one.size !== 'number') return [];
        const file = files.get(String(one.id));
        const why = file === undefined ? null : notWhole(file.bytes, one.size, undefined);
        return why === null ? [] : [{ place, field, message: `The file ${String(one.id)} ${why}.` }];
      }),
    ),
  );
}

/**
 * The id of each row: the given one, or a new one. A row with a duplicate id is dropped with a
 * problem.
 */
function withIds(product: Product, rows: readonly DataRow[]): { readonly rows: readonly KnownRow[]; readonly problems: DataProblem[] } {
  const seen = new Map<string, DataRow>();
  const problems: DataProblem[] = [];
  const idsOf = (entity: string): (() => number) => {
    const said = rows.filter((row) => row.entity === entity).map((row) => row.values.get('id') ?? null);
    return numbersOf(product, entity, 'id', said);
  };
  const counters = new Map<string, () => number>();
  const known = rows.flatMap((row): KnownRow[] => {
    const { entity, place } = row;
    if (product.index.entity(entity) === null) {
      problems.push({ place, field: null, message: `There is no entity ${entity} in the document.` });
      return [];
    }
    const said = row.values.get('id') ?? null;
    const counted = product.index.field(entity, 'id')?.type.kind === 'serial';
    if (counted && !counters.has(entity)) counters.set(entity, idsOf(entity));
    const id = said !== null ? idOf(said) : counted ? String(counters.get(entity)?.()) : product.newId();
    if (id === null || id === '') {
      problems.push({ place, field: 'id', message: 'The id must be text or a number.' });
      return [];
    }
    const other = seen.get(keyOf(entity, id));
    if (other !== undefined) {
      problems.push({ place, field: 'id', message: `The id ${id} is used twice: ${other.place} has it too.` });
      return [];
    }
    seen.set(keyOf(entity, id), row);
    return [{ row, id }];
  });
  return { rows: known, problems };
}

/**
 * Numbers of a serial field for those that say none (null), one after the other. The counter knows
 * them, and those that are said, at once: a database finds a row that one transaction changes again
 * and again ever more slowly.
 */
function numbersOf({ store }: Product, entity: string, field: string, said: readonly Json[]): () => number {
  const highest = said.reduce((most: number, one) => (Number.isSafeInteger(Number(one)) ? Math.max(most, Number(one)) : most), 0);
  if (highest > 0) store.raiseSerial(entity, field, highest);
  const count = said.filter((one) => one === null).length;
  let next = count === 0 ? 0 : store.nextSerial(entity, field);
  if (count > 1) store.raiseSerial(entity, field, next + count - 1);
  return () => next++;
}

/** By field. */
type Numbers = ReadonlyMap<string, Json>;

/** The numbers of a batch of rows, by field: new records that have none get the next ones. */
function numbered(product: Product, ahead: Ahead, some: readonly KnownRow[]): ReadonlyMap<KnownRow, Numbers> {
  const { index } = product;
  const drawn = new Map<KnownRow, Map<string, Json>>();
  for (const name of new Set(some.map(({ row }) => row.entity))) {
    const rows = some.filter(({ row }) => row.entity === name);
    for (const field of index.entity(name)?.byName.values() ?? []) {
      if (field.type.kind !== 'serial') continue;
      const key = field.name.text;
      const saidBy = ({ row, id }: KnownRow): Json => (key === 'id' ? id : (row.values.get(key) ?? null));
      const lacks = (known: KnownRow): boolean => key !== 'id' && !known.row.values.has(key) && ahead.get(keyOf(name, known.id)) === null;
      const lacking = rows.filter(lacks);
      const next = numbersOf(product, name, key, [...lacking.map(() => null), ...rows.map(saidBy).filter((said) => said !== null)]);
      for (const known of lacking) drawn.set(known, (drawn.get(known) ?? new Map<string, Json>()).set(key, next()));
    }
  }
  return drawn;
}

interface Put extends Found {
  /** Those that could be put. */
  readonly rows: readonly KnownRow[];
}

function putAll(product: Product, rows: readonly KnownRow[]): Put {
  const { store, index } = product;
  const { ordered, late } = store.step(() => inOrderOfNeed(index, rows));
  const problems: DataProblem[] = [];
  const counts = new Map<string, Count>();
  /** Rows that could not be put, by their keys. */
  const failed = new Map<string, DataRow>();
  const putOne = (ahead: Ahead, known: KnownRow, numbers: Numbers | undefined, failedHere: ReadonlyMap<string, DataRow>): PutOne => {
    const { row } = known;
    const reasonOf = (key: string): DataRow | undefined => failed.get(key) ?? failedHere.get(key);
    const broken = referencesOf(index, row).find((reference) => reasonOf(keyOf(reference.entity, reference.id)) !== undefined);
    if (broken === undefined) return put(product, ahead, known, (field) => late.get(known)?.has(field) !== true, numbers);
    const where = reasonOf(keyOf(broken.entity, broken.id))?.place ?? '';
    const wrong = [{ place: row.place, field: broken.field, message: `It leads to ${where}, which cannot be taken.` }];
    return { isNew: false, after: null, wrong };
  };
  const putSome = (some: readonly KnownRow[]) => {
    const ahead = readAhead(product, namedBy(index, some));
    const numbers = numbered(product, ahead, some);
    const here = { failed: new Map<string, DataRow>(), problems: [] as DataProblem[], counts: new Map<string, Count>() };
    for (const known of some) {
      const { isNew, wrong } = stepped(product, ahead, known, () => putOne(ahead, known, numbers.get(known), here.failed));
      here.problems.push(...wrong);
      if (wrong.length > 0) here.failed.set(keyOf(known.row.entity, known.id), known.row);
      else add(here.counts, known.row.entity, isNew ? { created: 1, changed: 0 } : { created: 0, changed: 1 });
    }
    return here;
  };
  inBatches(store, ordered, putSome, (here) => {
    problems.push(...here.problems);
    for (const [key, row] of here.failed) failed.set(key, row);
    for (const [entity, count] of here.counts) add(counts, entity, count);
  });
  const isPut = ({ row, id }: KnownRow): boolean => !failed.has(keyOf(row.entity, id));
  const putLate = (some: readonly KnownRow[]): readonly DataProblem[] => {
    const ahead = readAhead(product, namedBy(index, some));
    const takes = (known: KnownRow) => (field: string) => late.get(known)?.has(field) === true;
    return some.flatMap((known) => stepped(product, ahead, known, () => put(product, ahead, known, takes(known))).wrong);
  };
  inBatches(
    store,
    store.step(() => [...late.keys()].filter(isPut)),
    putLate,
    (found) => problems.push(...found),
  );
  return { rows: store.step(() => ordered.filter(isPut)), problems, counts };
}

function putEntered(product: Product, entered: DataSet['entered']): void {
  const { store, index } = product;
  inBatches(
    store,
    entered,
    (some) => {
      const known = some.filter(({ entity, field }) => index.machine(entity, field) !== null);
      const ahead = readAhead(product, known);
      for (const { entity, field, id, at } of known) if (ahead.get(keyOf(entity, id)) !== null) store.setEnteredAt(entity, field, id, at);
    },
    () => undefined,
  );
}

interface PutOne {
  readonly isNew: boolean;
  /** The record now. */
  readonly after: StoredRecord | null;
  /** Why it was not put. */
  readonly wrong: readonly DataProblem[];
}

interface Named {
  readonly entity: string;
  readonly id: string;
}

/** Records that were read before each is needed, by their keys; null: it is not there. */
type Ahead = Map<string, StoredRecord | null>;

function readAhead({ store, index }: Product, named: readonly Named[]): Ahead {
  const ids = new Map<string, Set<string>>();
  for (const { entity, id } of named) {
    if (index.entity(entity) !== null) ids.set(entity, (ids.get(entity) ?? new Set()).add(id));
  }
  const found = allOf([...ids], ([entity, all]) => ({ entity, all, records: store.query({ entity, conditions: [], ids: [...all] }) }));
  const ahead: Ahead = new Map();
  for (const { entity, all, records } of found) {
    for (const id of all) ahead.set(keyOf(entity, id), null);
    for (const record of records) ahead.set(keyOf(entity, record.id), record);
  }
  return ahead;
}

function know(world: World, ahead: Ahead, named: readonly Named[]): void {
  for (const { entity, id } of named) {
    const record = ahead.get(keyOf(entity, id));
    if (record !== undefined) world.know(entity, id, record);
  }
}

/** The records of rows, and those that they lead to. */
const namedBy = (index: ModelIndex, rows: readonly KnownRow[]): readonly Named[] =>
  rows.flatMap(({ row, id }) => [{ entity: row.entity, id }, ...referencesOf(index, row)]);

/**
 * One row as a step. What it has written is known to the next ones, and nothing else of what it
 * read: in a run that passes by it, they must ask the same.
 */
function stepped({ store }: Product, ahead: Ahead, { row, id }: KnownRow, body: () => PutOne): PutOne {
  const one = store.step(body);
  if (one.wrong.length === 0) ahead.set(keyOf(row.entity, id), one.after);
  return one;
}

function put(product: Product, ahead: Ahead, known: KnownRow, takes: (field: string) => boolean, numbers?: Numbers): PutOne {
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
  know(world, ahead, namedBy(product.index, [known]));
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

/** Who left lists, and who came. */
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

/** The rules that hold always, asked when all rows are there: one may look at another. */
function brokenRules(product: Product, rows: readonly KnownRow[]): readonly DataProblem[] {
  const { store, index } = product;
  const problems: DataProblem[] = [];
  const ruled = store.step(() => rows.filter(({ row }) => index.rules(row.entity).some((rule) => rule.on.length === 0)));
  const brokenIn = (some: readonly KnownRow[]): readonly DataProblem[] => {
    const world = product.world(nobody);
    know(world, readAhead(product, namedBy(index, some)), namedBy(index, some));
    // Together: nothing is written any more.
    return allOf(some, ({ row, id }) => {
      world.budget.renew();
      const record = world.record(row.entity, id);
      const refusals = record === null ? [] : inOrder(ask(world, record, null, true, [], new Set()));
      return refusals.map((refusal) => problemOf(row, refusal));
    }).flat();
  };
  inBatches(store, ruled, brokenIn, (found) => problems.push(...found));
  return problems;
}

const problemOf = ({ place }: DataRow, { field, message, because, own }: Refusal): DataProblem => ({
  place,
  field,
  // A message of the document's catalogue may not name the rule.
  message: because.startsWith('the rule') && own?.code !== 'rule' ? `${message} (${because})` : message,
});

/** In the order of the rows. */
function inRowOrder(problems: readonly DataProblem[], rows: readonly DataRow[]): readonly DataProblem[] {
  const places = new Map(rows.map(({ place }, index) => [place, index]));
  return [...problems].sort((a, b) => (places.get(a.place) ?? 0) - (places.get(b.place) ?? 0));
}
