import { wholeOf } from '../../base/bytes.ts';
import { allOf } from '../../base/pending.ts';
import type { Store } from '../../store/store.ts';
import { noteFile } from '../change/files.ts';
import { ask, inOrder } from '../change/rules.ts';
import type { Product } from '../product.ts';
import type { Json } from '../record-data.ts';
import { nobody } from '../world/world.ts';
import { checksumOf } from './checksum.ts';
import { type DataProblem, type DataRow, type DataSet, mostProblems } from './data-set.ts';
import { inBatches } from './in-batches.ts';
import { knownRows, type PlacedRow, type RowIndex, type RowProblem, rowAt, serialsOf } from './known-rows.ts';
import { idOf, keyOf, referencesOf } from './order.ts';
import { namedBy, type PrefetchedRecords, type PutOne, prefetch, problemOf, put, readAhead, runRowStep } from './put-row.ts';
import { uniqueConflictsIn } from './unique-conflicts.ts';

export interface ImportReport {
  /** Whether everything was imported; otherwise nothing was. */
  readonly applied: boolean;
  /** New and changed records by entity: what was done, or would be done. */
  readonly counts: ReadonlyMap<string, Count>;
  /** At most `mostProblems`; the search stops there. */
  readonly problems: readonly DataProblem[];
}

interface Count {
  readonly created: number;
  readonly changed: number;
}

interface Found {
  readonly counts: ReadonlyMap<string, Count>;
  /** Problems without a row come first. */
  readonly problems: readonly RowProblem[];
}

function add(counts: Map<string, Count>, entity: string, { created, changed }: Count): void {
  const before = counts.get(entity) ?? { created: 0, changed: 0 };
  counts.set(entity, { created: before.created + created, changed: before.changed + changed });
}

/** Thrown to roll an import back, with its findings. */
class TakenBack extends Error {
  constructor(readonly found: Found) {
    super();
  }
}

/**
 * Imports data with the product's authority: a row with an existing id changes that record, any
 * other creates one. Every row must satisfy types, required fields, relations, uniqueness and the
 * rules that always hold; otherwise nothing is imported, because it is one transaction. `rehearse`:
 * imports nothing in any case. Memory use is a few bytes per row, plus one batch.
 */
export function importData(product: Product, data: DataSet, { rehearse }: { readonly rehearse: boolean }): ImportReport {
  try {
    // The result is returned, not assigned: a store behind a network may run the body several
    // times, or not at all once the outcome is known (docs/decisions/0080).
    const found = product.store.withoutRuleChecks((): Found => {
      const { store } = product;
      const problems: RowProblem[] = [...putFiles(store, data)];
      // Work on all rows is a step, because over a network the rest runs again for each answer.
      const known = store.step(() => knownRows(product.index, data));
      for (const { entity, field, number } of known.highest) store.step(() => store.raiseSerial(entity, field, number));
      problems.push(...known.problems);
      const put = putAll(product, data, known, problems);
      putEntered(product, data.entered);
      problems.push(...brokenRules(product, data, known, put));
      const { counts } = put;
      if (problems.length > 0 || rehearse) throw new TakenBack({ counts, problems });
      return { counts, problems };
    });
    product.changed();
    return { applied: true, counts: found.counts, problems: [] };
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error;
    const { counts, problems } = error.found;
    return { applied: false, counts, problems: [...problems].sort((a, b) => a.at - b.at).map(({ problem }) => problem) };
  }
}

function putFiles(store: Store, { files }: DataSet): readonly RowProblem[] {
  return [...files].flatMap(([id, one]): RowProblem[] => {
    const isOther = store.step(() => {
      const { bytes, ...file } = one;
      const whole = wholeOf(bytes);
      const kept = store.file(id);
      if (kept !== null) return checksumOf(kept) !== checksumOf(whole);
      store.putFile(id, whole);
      noteFile(store, id, { ...file, size: whole.length });
      return false;
    });
    const problem = { place: `file ${id}`, field: null, message: 'There is another file with this id already.' };
    return isOther ? [{ at: -1, problem }] : [];
  });
}

interface Put {
  readonly counts: ReadonlyMap<string, Count>;
  /** Rows that could not be written, by key. */
  readonly failed: ReadonlyMap<string, DataRow>;
  /** By batch: the ids created for rows without one. */
  readonly made: readonly (readonly string[])[];
}

function putAll(product: Product, data: DataSet, known: RowIndex, problems: RowProblem[]): Put {
  const { store, index } = product;
  const { ordered, late, lateOf } = known;
  const counts = new Map<string, Count>();
  const failed = new Map<string, DataRow>();
  const made: (readonly string[])[] = [];
  const putOne = (
    ahead: PrefetchedRecords,
    one: PlacedRow,
    numbers: Numbers | undefined,
    failedHere: ReadonlyMap<string, DataRow>,
  ): PutOne => {
    const { row } = one;
    const reasonOf = (key: string): DataRow | undefined => failed.get(key) ?? failedHere.get(key);
    const broken = referencesOf(index, row).find((reference) => reasonOf(keyOf(reference.entity, reference.id)) !== undefined);
    if (broken === undefined) return put(product, ahead, one, (field) => lateOf(one.at)?.has(field) !== true, numbers);
    const where = reasonOf(keyOf(broken.entity, broken.id))?.place ?? '';
    const wrong = [{ place: row.place, field: broken.field, message: `It refers to ${where}, which cannot be imported.` }];
    return { isNew: false, after: null, wrong };
  };
  const putSome = (places: Uint32Array) => {
    const ids = madeIds(product, data, places);
    const some = placedRows(data, places, ids);
    const ahead = readAhead(product, namedBy(index, some));
    const numbers = numbered(product, ahead, some);
    const taken = uniqueConflictsIn(product, some, ({ row, id }) => ahead.get(keyOf(row.entity, id)) === null);
    const here = { ids, failed: new Map<string, DataRow>(), problems: [] as RowProblem[], counts: new Map<string, Count>() };
    for (const one of some) {
      const { isNew, wrong } = runRowStep(product, ahead, one, () => {
        const refused = taken.get(one);
        const by = refused?.by ?? null;
        if (refused !== undefined && (by === null || !here.failed.has(keyOf(by.row.entity, by.id))))
          return { isNew: false, after: null, wrong: [problemOf(one.row, refused.refusal)] };
        return putOne(ahead, one, numbers.get(one), here.failed);
      });
      here.problems.push(...wrong.map((problem) => ({ at: one.at, problem })));
      if (wrong.length > 0) here.failed.set(keyOf(one.row.entity, one.id), one.row);
      else add(here.counts, one.row.entity, isNew ? { created: 1, changed: 0 } : { created: 0, changed: 1 });
    }
    return here;
  };
  const isOver = (): boolean => problems.length >= mostProblems;
  inBatches(
    store,
    ordered.length,
    (from, to) => putSome(ordered.subarray(from, to)),
    (here) => {
      made.push(here.ids);
      problems.push(...here.problems);
      for (const [key, row] of here.failed) failed.set(key, row);
      for (const [entity, count] of here.counts) add(counts, entity, count);
    },
    isOver,
  );
  const putLate = (places: readonly number[]): readonly RowProblem[] => {
    const some = placedRows(data, places, []).filter(({ row, id }) => !failed.has(keyOf(row.entity, id)));
    const ahead = readAhead(product, namedBy(index, some));
    return some.flatMap((one) => {
      const { wrong } = runRowStep(product, ahead, one, () => put(product, ahead, one, (field) => lateOf(one.at)?.has(field) === true));
      return wrong.map((problem) => ({ at: one.at, problem }));
    });
  };
  inBatches(
    store,
    late.length,
    (from, to) => putLate(late.slice(from, to)),
    (found) => problems.push(...found),
    isOver,
  );
  return { counts, failed, made };
}

/** No other row can refer to a row without an id, so its id can be created when it is written. */
const lacksId = ({ values }: DataRow): boolean => (values.get('id') ?? null) === null;

/** Creates ids for the rows without one. */
function madeIds(product: Product, data: DataSet, places: Uint32Array): readonly string[] {
  const rows = [...places].map((at) => rowAt(data, at)).filter(lacksId);
  const counters = new Map<string, () => number>();
  for (const entity of new Set(rows.map((row) => row.entity))) {
    if (product.index.field(entity, 'id')?.type.kind === 'serial')
      counters.set(entity, numbersOf(product.store, entity, 'id', rows.filter((row) => row.entity === entity).length));
  }
  return rows.map(({ entity }) => {
    const next = counters.get(entity);
    return next === undefined ? product.newId() : String(next());
  });
}

/** `made`: the ids created for the rows without one. */
function placedRows(data: DataSet, places: Iterable<number>, made: readonly string[]): readonly PlacedRow[] {
  const ids = made.values();
  return [...places].map((at) => {
    const row = rowAt(data, at);
    return { at, row, id: lacksId(row) ? String(ids.next().value) : String(idOf(row.values.get('id') ?? null)) };
  });
}

/**
 * Reserves `count` numbers of a serial field and returns a function that yields them. The counter
 * is raised once: databases read a row more slowly with every change in the same transaction.
 */
function numbersOf(store: Store, entity: string, field: string, count: number): () => number {
  let next = count === 0 ? 0 : store.nextSerial(entity, field);
  if (count > 1) store.raiseSerial(entity, field, next + count - 1);
  return () => next++;
}

/** Values by field. */
type Numbers = ReadonlyMap<string, Json>;

/** The serial numbers of a batch, by row: new records without a number get the next ones. */
function numbered({ store, index }: Product, ahead: PrefetchedRecords, some: readonly PlacedRow[]): ReadonlyMap<PlacedRow, Numbers> {
  const drawn = new Map<PlacedRow, Map<string, Json>>();
  for (const entity of new Set(some.map(({ row }) => row.entity))) {
    const added = some.filter(({ row, id }) => row.entity === entity && ahead.get(keyOf(entity, id)) === null);
    for (const field of serialsOf(index, entity)) {
      const lacking = field === 'id' ? [] : added.filter(({ row }) => !row.values.has(field));
      const next = numbersOf(store, entity, field, lacking.length);
      for (const one of lacking) drawn.set(one, (drawn.get(one) ?? new Map<string, Json>()).set(field, next()));
    }
  }
  return drawn;
}

function putEntered(product: Product, entered: DataSet['entered']): void {
  const { store, index } = product;
  inBatches(
    store,
    entered.length,
    (from, to) => {
      const some = Array.from({ length: to - from }, (_, at) => entered.at(from + at)).filter((one) => one !== undefined);
      const known = some.filter(({ entity, field }) => index.machine(entity, field) !== null);
      const ahead = readAhead(product, known);
      for (const { entity, field, id, at } of known) if (ahead.get(keyOf(entity, id)) !== null) store.setEnteredAt(entity, field, id, at);
    },
    () => undefined,
  );
}

/**
 * Checks the rules that always hold after all rows are written, because a rule may read other rows.
 */
function brokenRules(product: Product, data: DataSet, { ordered }: RowIndex, { failed, made }: Put): readonly RowProblem[] {
  const { store, index } = product;
  const problems: RowProblem[] = [];
  const isRuled = ({ row: { entity }, id }: PlacedRow): boolean =>
    index.rules(entity).some((rule) => rule.on.length === 0) && !failed.has(keyOf(entity, id));
  const brokenIn = (places: Uint32Array, ids: readonly string[]): readonly RowProblem[] => {
    const some = placedRows(data, places, ids).filter(isRuled);
    const world = product.world(nobody);
    prefetch(world, readAhead(product, namedBy(index, some)), namedBy(index, some));
    // All at once, because nothing is written any more.
    return allOf(some, ({ at, row, id }) => {
      world.budget.renew();
      const record = world.record(row.entity, id);
      const refusals = record === null ? [] : inOrder(ask(world, record, null, true, [], new Set()));
      return refusals.map((refusal) => ({ at, problem: problemOf(row, refusal) }));
    }).flat();
  };
  inBatches(
    store,
    ordered.length,
    (from, to, batch) => brokenIn(ordered.subarray(from, to), made[batch] ?? []),
    (found) => problems.push(...found),
    // If there were too many problems to write all batches, the remaining rows have no records.
    (batch) => batch >= made.length || problems.length >= mostProblems,
  );
  return problems;
}
