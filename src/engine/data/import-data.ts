import { allOf } from '../../base/pending.ts';
import type { Value } from '../../expression/values/value.ts';
import { changesForTrail, type MembersChanged } from '../change/audit.ts';
import { noteFile } from '../change/files.ts';
import { ask, inOrder } from '../change/rules.ts';
import { givenOf } from '../given.ts';
import type { Given } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import type { Product } from '../product.ts';
import { nobody } from '../world/world.ts';
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
  const known = rows.flatMap((row): KnownRow[] => {
    const { entity, place } = row;
    if (product.index.entity(entity) === null) {
      problems.push({ place, field: null, message: `There is no entity ${entity} in the document.` });
      return [];
    }
    const said = row.values.get('id') ?? null;
    const counted = product.index.field(entity, 'id')?.type.kind === 'serial';
    const id =
      said === null ? (counted ? String(product.store.step(() => product.store.nextSerial(entity, 'id'))) : product.newId()) : idOf(said);
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
  const putOne = (
    known: KnownRow,
    failedHere: ReadonlyMap<string, DataRow>,
  ): { readonly isNew: boolean; readonly wrong: readonly DataProblem[] } => {
    const { row, id } = known;
    const reasonOf = (key: string): DataRow | undefined => failed.get(key) ?? failedHere.get(key);
    const broken = referencesOf(index, row).find((reference) => reasonOf(keyOf(reference.entity, reference.id)) !== undefined);
    if (broken !== undefined) {
      const where = reasonOf(keyOf(broken.entity, broken.id))?.place ?? '';
      return { isNew: false, wrong: [{ place: row.place, field: broken.field, message: `It leads to ${where}, which cannot be taken.` }] };
    }
    const isNew = store.record(row.entity, id) === null;
    const refusals = put(product, known, (field) => late.get(known)?.has(field) !== true);
    return { isNew, wrong: refusals?.map((refusal) => problemOf(row, refusal)) ?? [] };
  };
  const putSome = (some: readonly KnownRow[]) => {
    const here = { failed: new Map<string, DataRow>(), problems: [] as DataProblem[], counts: new Map<string, Count>() };
    for (const known of some) {
      const { isNew, wrong } = store.step(() => putOne(known, here.failed));
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
  const putLate = (some: readonly KnownRow[]): readonly DataProblem[] =>
    some.flatMap((known) => {
      const refusals = store.step(() => put(product, known, (field) => late.get(known)?.has(field) === true));
      return refusals?.map((refusal) => problemOf(known.row, refusal)) ?? [];
    });
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
      for (const { entity, field, id, at } of some) {
        if (index.machine(entity, field) === null) continue;
        store.step(() => {
          if (store.record(entity, id) !== null) store.setEnteredAt(entity, field, id, at);
        });
      }
    },
    () => undefined,
  );
}

/** Null: it was put. */
function put(product: Product, { row, id }: KnownRow, takes: (field: string) => boolean): readonly Refusal[] | null {
  const { entity, values: all } = row;
  const values = new Map([...all].filter(([field]) => takes(field)));
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
  const before = product.store.record(entity, id);
  const members = membersOf(product, row, id);
  const outcome = product.transact(nobody, (run) => run.perform(putRecord, { entity, id, values: given, hashes }), {
    asksRules: false,
    quiet: true,
  });
  if (!outcome.ok) return outcome.refusals;
  const world = product.world(nobody);
  const changes = changesForTrail(world, entity, before, world.stored(entity, id), changedSince(product, entity, id, members));
  const operation = before === null ? 'create' : 'update';
  product.store.audit({ at: world.milliseconds, by: null, entity, record: id, operation, changes });
  return null;
}

function idGiven(product: Product, entity: string, id: string): Given {
  const kind = product.index.field(entity, 'id')?.type.kind;
  return new Map<string, Value>([['id', kind === 'serial' || kind === 'integer' ? Number(id) : id]]);
}

/** The lists that a row changes, as they were. */
function membersOf(product: Product, { entity, values }: DataRow, id: string): ReadonlyMap<string, readonly string[]> {
  const fields = [...values.keys()].filter((field) => product.index.field(entity, field)?.type.kind === 'members');
  return new Map(fields.map((field) => [field, product.store.members(entity, field, id)]));
}

/** Who left those lists, and who came. */
function changedSince(product: Product, entity: string, id: string, before: ReadonlyMap<string, readonly string[]>): MembersChanged {
  return new Map(
    [...before].map(([field, old]) => {
      const now = product.store.members(entity, field, id);
      const [were, are] = [new Set(old), new Set(now)];
      return [field, { from: old.filter((one) => !are.has(one)), to: now.filter((one) => !were.has(one)) }];
    }),
  );
}

/** The rules that hold always, asked when all rows are there: one may look at another. */
function brokenRules(product: Product, rows: readonly KnownRow[]): readonly DataProblem[] {
  const { store, index } = product;
  const problems: DataProblem[] = [];
  const ruled = store.step(() => rows.filter(({ row }) => index.rules(row.entity).some((rule) => rule.on.length === 0)));
  const brokenIn = (some: readonly KnownRow[]): readonly DataProblem[] => {
    const world = product.world(nobody);
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
