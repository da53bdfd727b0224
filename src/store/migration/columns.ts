import { own } from '../../base/own.ts';
import type { Value } from '../../expression/values/value.ts';
import { lengthOf } from '../../model/types/reading.ts';
import type { ColumnSchema, TableSchema } from '../schema.ts';
import { convertValue } from './convert.ts';
import { countText } from './count-text.ts';
import type { ExistingData } from './data.ts';
import { matchColumns, matchValues } from './match.ts';
import type { RenameCandidate, Renamed } from './renamed.ts';

/** Where the values of a column come from. */
export interface ColumnMove {
  /** The field in the new document. */
  readonly to: string;
  /** Its earlier field; null if the field is new. */
  readonly from: string | null;
  /** For enums and states: the new names of renamed values. */
  readonly values: Readonly<Record<string, string>>;
  /** The value for a record without one to migrate. `count`: a number in the order of creation. */
  readonly otherwise: 'null' | 'initial' | 'count';
  /**
   * For a relation that led to another entity, or to none, before: the earlier name of the entity
   * that the id must belong to.
   */
  readonly among: string | null;
}

interface Planned {
  readonly table: TableSchema;
  readonly moves: readonly ColumnMove[];
  readonly changes: readonly string[];
  readonly losses: readonly string[];
  readonly questions: readonly RenameCandidate[];
}

/** Plans how the columns of a table change, with the sentences and questions for people. */
export function planColumns(
  from: TableSchema,
  to: TableSchema,
  renamed: ReadonlyMap<string, string>,
  data: ExistingData,
  renames: readonly Renamed[],
): Planned {
  const changes: string[] = [];
  const losses: string[] = [];
  const questions: RenameCandidate[] = [];
  const { pairs, added, removed } = matchColumns(from, to, renames);
  const records = data.count(from.entity);
  const lenient = new Set<string>();
  const overlong = new Set<string>();

  for (const column of removed) {
    const held = heldBy(data, from.entity, column);
    const dropped = isDropped(renames, from.entity, column.field);
    const outcome = dropped && held > 0 ? `is dropped with what it holds for ${countText(held, to.entity)}` : 'is no longer there';
    changes.push(`The field “${column.field}” of ${to.entity} ${outcome}`);
    if (held > 0 && !dropped) {
      const what = column.type === 'file' ? 'the files of' : column.type === 'relation' ? 'what it says about' : 'what it holds for';
      losses.push(`The field “${column.field}” of ${to.entity} would be deleted with ${what} ${countText(held, to.entity)}`);
      const candidates = added.filter((other) => couldBe(column, other)).map(({ field }) => field);
      if (candidates.length > 0) questions.push({ entity: from.entity, field: column.field, value: null, candidates });
    }
  }
  const moves: ColumnMove[] = [];
  for (const column of to.columns) {
    const pair = pairs.find((candidate) => candidate.to === column);
    if (pair === undefined) {
      const move = newColumn(column);
      moves.push(move);
      if (added.includes(column)) changes.push(`${to.entity} gets a field “${column.field}”`);
      if (column.required && move.otherwise === 'null' && column.type !== 'list' && records > 0) {
        losses.push(unfilled(to.entity, column, records));
        lenient.add(column.field);
      }
      continue;
    }
    const planned = keptColumn(pair.from, column, from, to, renamed, data, renames);
    moves.push(planned.move);
    questions.push(...planned.questions);
    changes.push(...planned.changes);
    losses.push(...planned.losses);
    if (planned.lenient) lenient.add(column.field);
    const longer = overlongIn(pair.from, column, from, planned.move, data);
    if (longer > 0) overlong.add(column.field);
    if (longer > 0 && !(pair.from.overlong === true && pair.from.maxLength === column.maxLength)) {
      const which = `${countText(longer, to.entity)} ${longer === 1 ? 'has' : 'have'} a longer “${column.field}”`;
      losses.push(`${which} than ${column.maxLength} characters: it stays as it is, new ones are refused`);
    }
  }
  const columns = to.columns.map((column) => ({
    ...column,
    ...(lenient.has(column.field) ? { lenient: true } : {}),
    ...(overlong.has(column.field) ? { overlong: true } : {}),
  }));
  return { table: { ...to, columns }, moves, changes, losses, questions };
}

/**
 * Whether one field could be the other under a new name. Only fields of the same kind: convertible
 * values alone do not make a rename.
 */
const couldBe = (from: ColumnSchema, to: ColumnSchema): boolean =>
  from.type === to.type && from.item === to.item && from.serial === to.serial;

function newColumn(column: ColumnSchema): ColumnMove {
  const otherwise = column.serial ? 'count' : column.initial !== null ? 'initial' : 'null';
  return { to: column.field, from: null, values: {}, otherwise, among: null };
}

const unfilled = (entity: string, column: ColumnSchema, records: number): string =>
  `${countText(records, entity)} would have no “${column.field}”, which is required now: it stays empty there until a person fills it in`;

/** How many texts are longer than the field now allows. */
function overlongIn(from: ColumnSchema, to: ColumnSchema, before: TableSchema, move: ColumnMove, data: ExistingData): number {
  const { maxLength } = to;
  if (maxLength === undefined) return 0;
  const kept = from.type === to.type && from.maxLength !== undefined && from.maxLength <= maxLength && from.overlong !== true;
  if (kept) return 0;
  const values = data.values(before.entity, from.field).map((value) => convertColumn(value, from, to, move, data).value);
  return values.filter((value) => typeof value === 'string' && lengthOf(value) > maxLength).length;
}

/** How many records have a value in a field. */
const heldBy = (data: ExistingData, entity: string, column: ColumnSchema): number =>
  data.values(entity, column.field).filter((value) => value !== null && !(Array.isArray(value) && value.length === 0)).length;

interface Kept {
  readonly move: ColumnMove;
  readonly changes: readonly string[];
  readonly losses: readonly string[];
  readonly questions: readonly RenameCandidate[];
  readonly lenient: boolean;
}

function keptColumn(
  from: ColumnSchema,
  to: ColumnSchema,
  before: TableSchema,
  after: TableSchema,
  renamed: ReadonlyMap<string, string>,
  data: ExistingData,
  renames: readonly Renamed[],
): Kept {
  const { entity } = after;
  const changes: string[] = [];
  const losses: string[] = [];
  const values = matchValues(
    from.values,
    to.values,
    renames.filter((one) => one.entity === before.entity && one.field === from.field),
  );
  const otherwise = to.required && to.initial !== null ? 'initial' : 'null';
  const led = from.target === null ? null : (renamed.get(from.target) ?? from.target);
  const [was] = [...renamed].find(([, now]) => now === to.target) ?? [to.target];
  const among = to.target === null || led === to.target ? null : was;
  const move: ColumnMove = { to: to.field, from: from.field, values, otherwise, among };

  if (from.field !== to.field) changes.push(`The field “${from.field}” of ${entity} is now called “${to.field}”`);
  const sameKind = from.type === to.type && from.item === to.item;
  if (!sameKind) changes.push(`The field “${to.field}” of ${entity} changes from ${from.declared} to ${to.declared}`);
  for (const [old, now] of Object.entries(values)) changes.push(`“${old}” of ${entity}.${to.field} is now called “${now}”`);

  const needsLook =
    !sameKind || among !== null || from.values.some((value) => !to.values.includes(value) && own(values, value) === undefined);
  const becomesRequired = to.required && (!from.required || from.lenient === true);
  if (!needsLook && !becomesRequired) return { move, changes, losses, questions: [], lenient: false };

  const old = data.values(before.entity, from.field);
  const results = old.map((value) => convertColumn(value, from, to, move, data));
  const dropped = (row: number): boolean => isDropped(renames, before.entity, from.field, String(old[row]));
  for (const [value, records] of valuesLost(old, results, dropped))
    changes.push(`“${value}” of ${entity}.${to.field} is dropped, with that of ${countText(records, entity)}`);
  losses.push(...lostWords(old, results, from, to, entity, (row) => !dropped(row)));
  const empty = results.filter((result) => result.value === null).length;
  const lenient = to.required && otherwise === 'null' && to.type !== 'list' && empty > 0;
  if (lenient && from.lenient !== true) losses.push(unfilled(entity, to, empty));
  const candidates = to.values.filter((value) => !from.values.includes(value) && !Object.values(values).includes(value));
  const lostValues = new Set(results.flatMap((result, row) => (result.lost && sameKind && !dropped(row) ? [String(old[row])] : [])));
  const questions = [...lostValues].flatMap((value) =>
    candidates.length > 0 && from.values.includes(value) ? [{ entity: before.entity, field: from.field, value, candidates }] : [],
  );
  return { move, changes, losses, questions, lenient };
}

/** Converts a value to the new schema; `lost` if not all of it could be converted. */
export function convertColumn(
  value: Value,
  from: ColumnSchema,
  to: ColumnSchema,
  move: ColumnMove,
  data: Pick<ExistingData, 'has'>,
): { readonly value: Value; readonly lost: boolean } {
  if (value === null) return { value: null, lost: false };
  const renamed = typeof value === 'string' ? (own(move.values, value) ?? value) : value;
  const converted = convertValue(renamed, from, to);
  if (move.among !== null && typeof converted.value === 'string') {
    return data.has(move.among, converted.value) ? converted : { value: null, lost: true };
  }
  return converted;
}

/** Whether the document, or a person, declared the field or value as dropped. */
export const isDropped = (renames: readonly Renamed[], entity: string, field: string, value: string | null = null): boolean =>
  renames.find((one) => one.entity === entity && one.field === field && one.value === value)?.to === null;

/** Counts the records for each value that cannot be converted; `counts` selects the rows. */
function valuesLost(
  old: readonly Value[],
  results: readonly { readonly lost: boolean }[],
  counts: (row: number) => boolean,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [row, { lost }] of results.entries())
    if (lost && counts(row)) found.set(String(old[row]), (found.get(String(old[row])) ?? 0) + 1);
  return found;
}

function lostWords(
  old: readonly Value[],
  results: readonly { readonly value: Value; readonly lost: boolean }[],
  from: ColumnSchema,
  to: ColumnSchema,
  entity: string,
  counts: (row: number) => boolean,
): string[] {
  const lost = results.flatMap((result, row) => (result.lost && counts(row) ? [old[row] ?? null] : []));
  if (lost.length === 0) return [];
  const initial = to.required && to.initial !== null ? `“${JSON.parse(to.initial) as string}”` : null;
  if (to.values.length > 0) {
    return [...valuesLost(old, results, counts)].map(([value, records]) => {
      const then = initial === null ? 'it would be empty' : `it would be ${initial}`;
      return `${countText(records, entity)} ${records === 1 ? 'has' : 'have'} “${value}” for “${to.field}”, which is no longer there: ${then}`;
    });
  }
  if (to.type === 'relation' && from.type === 'relation') {
    return [`${countText(lost.length, entity)} would lose “${to.field}”: what it leads to is no ${to.declared}`];
  }
  return [`${countText(lost.length, entity)} would lose “${to.field}”: what it holds does not fit ${to.declared}`];
}
