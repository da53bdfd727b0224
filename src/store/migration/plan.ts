import { compare } from '../../expression/values/compare.ts';
import type { Value } from '../../expression/values/value.ts';
import { valueFromJson, valueToJson } from '../json-value.ts';
import {
  type ColumnSchema,
  columnFor,
  type LinkSchema,
  mostUnique,
  type OverlapSchema,
  type Schema,
  type TableSchema,
  type UniqueSchema,
  uniqueKey,
} from '../schema.ts';
import { type ColumnMove, convertColumn, isDropped, planColumns } from './columns.ts';
import { countText, pluralText } from './count-text.ts';
import type { ExistingData } from './data.ts';
import { matchLinks, matchTables } from './match.ts';
import type { RenameCandidate, Renamed } from './renamed.ts';

/**
 * What a changed document does to the data: shown to people first, then carried out in one
 * transaction.
 */
export interface MigrationPlan {
  /** Sentences for people, such as `Ticket gets a field “room”`. */
  readonly changes: readonly string[];
  /**
   * Sentences on data that would be lost or would break the document’s rules: `The field “photo” of
   * Ticket would be deleted with the files of 3 tickets`.
   */
  readonly losses: readonly string[];
  /** What would be lost but may be renamed. A person answers, and the change is planned again. */
  readonly questions: readonly RenameCandidate[];
  readonly steps: readonly MigrationStep[];
  /** The schema afterwards: that of the document, but lenient where older records violate it. */
  readonly schema: Schema;
}

export type MigrationStep =
  | { readonly kind: 'create-table'; readonly table: TableSchema }
  | { readonly kind: 'drop-table'; readonly table: TableSchema }
  /** Every record of `from` becomes a record of `to`. */
  | { readonly kind: 'rebuild-table'; readonly from: TableSchema; readonly to: TableSchema; readonly moves: readonly ColumnMove[] }
  | { readonly kind: 'create-link'; readonly link: LinkSchema }
  | { readonly kind: 'drop-link'; readonly link: LinkSchema }
  | { readonly kind: 'rebuild-link'; readonly from: LinkSchema; readonly to: LinkSchema };

/**
 * Whether the plan deletes data, converts it or moves it to another name. If so, a snapshot is
 * taken first.
 */
export const changesData = (plan: MigrationPlan): boolean =>
  plan.losses.length > 0 ||
  plan.steps.some((step) => {
    switch (step.kind) {
      case 'drop-table':
      case 'drop-link':
        return true;
      case 'rebuild-link':
        return step.from.field !== step.to.field || step.from.entity !== step.to.entity;
      case 'rebuild-table':
        return step.from.entity !== step.to.entity || step.from.columns.some((column) => !staysAsItIs(column, step));
      default:
        return false;
    }
  });

function staysAsItIs(column: ColumnSchema, { to, moves }: Extract<MigrationStep, { kind: 'rebuild-table' }>): boolean {
  const move = moves.find(({ from }) => from === column.field);
  const now = move === undefined ? null : columnFor(to, move.to);
  return (
    move !== undefined &&
    now !== null &&
    now.field === column.field &&
    now.type === column.type &&
    now.item === column.item &&
    move.among === null &&
    column.values.every((value) => now.values.includes(value))
  );
}

/**
 * Compares the schema of the data with the one that the document needs; no steps if they are equal.
 * `renames`: the rows on former names (`renamesOf`).
 */
export function planMigration(from: Schema, to: Schema, data: ExistingData, renames: readonly Renamed[] = []): MigrationPlan {
  const changes: string[] = [];
  const losses: string[] = [];
  const questions: RenameCandidate[] = [];
  const steps: MigrationStep[] = [];
  const { pairs, added, removed, renamed } = matchTables(from, to, renames);

  for (const table of removed) {
    const records = data.count(table.entity);
    changes.push(`The entity ${table.entity} is no longer there`);
    if (records > 0) {
      losses.push(`${countText(records, table.entity)} would be deleted: the entity ${table.entity} is no longer there`);
      const candidates = added.map(({ entity }) => entity);
      if (candidates.length > 0) questions.push({ entity: table.entity, field: null, value: null, candidates });
    }
    steps.push({ kind: 'drop-table', table });
  }
  for (const table of added) {
    changes.push(`There is a new entity ${table.entity}`);
    steps.push({ kind: 'create-table', table });
  }

  const tables = new Map(to.tables.map((table) => [table.entity, table]));
  for (const pair of pairs) {
    if (pair.from.entity !== pair.to.entity) changes.push(`${pair.from.entity} is now called ${pair.to.entity}, with all its records`);
    const planned = planColumns(pair.from, pair.to, renamed, data, renames);
    changes.push(...planned.changes);
    questions.push(...planned.questions);
    losses.push(...planned.losses);
    const uniques = planUniques(pair.from, planned.table, planned.moves, data, { changes, losses });
    const overlaps = planOverlaps(pair.from, planned.table, planned.moves, data, losses);
    const table = { ...planned.table, uniques, ...(overlaps.length === 0 ? {} : { overlaps }) };
    tables.set(table.entity, table);
    if (shapeOf(pair.from) !== shapeOf(table)) steps.push({ kind: 'rebuild-table', from: pair.from, to: table, moves: planned.moves });
  }

  planLinks(from, to, renamed, data, renames, { changes, losses, questions, steps });
  const schema = { ...to, tables: to.tables.map((table) => tables.get(table.entity) ?? table) };
  return { changes, losses, questions, steps, schema };
}

/** The parts of a table that the database itself knows. */
const shapeOf = (table: TableSchema): string =>
  JSON.stringify([
    table.table,
    table.columns.map(({ initial: _initial, declared: _declared, ...column }) => column),
    table.uniques,
    table.overlaps ?? [],
  ]);

/**
 * Marks unique constraints as lenient if records already violate them, so that the database
 * tolerates these.
 */
function planUniques(
  from: TableSchema,
  table: TableSchema,
  moves: readonly ColumnMove[],
  data: ExistingData,
  { changes, losses }: { readonly changes: string[]; readonly losses: string[] },
): UniqueSchema[] {
  const unchanged = JSON.stringify(from.columns) === JSON.stringify(table.columns);
  return table.uniques.map((unique) => {
    const before = from.uniques.find((other) => other.where === unique.where && other.fields.join() === unique.fields.join());
    const sameTerms = JSON.stringify([before?.constants, before?.folded]) === JSON.stringify([unique.constants, unique.folded]);
    if (unchanged && before !== undefined && sameTerms && before.lenient !== true) return unique;
    const long = data.tooLong(
      from.entity,
      unique.fields.flatMap((field) => moves.find(({ to }) => to === field)?.from ?? []),
    );
    const kept = long.length === 0 ? unique : { ...unique, lenient: true, unindexed: true };
    if (long.length > 0 && before?.unindexed !== true) changes.push(tooLongWords(unique, table, long));
    const columns = new Map(unique.fields.map((field) => [field, valuesOf(field, from, table, moves, data)]));
    const [first = []] = columns.values();
    const keysBy = (how: UniqueSchema): string[] =>
      first.flatMap((_, row) => uniqueKey(how, (field) => columns.get(field)?.[row] ?? null) ?? []);
    const shared = sharing(keysBy(unique));
    if (shared === 0) return kept;
    // Addresses that differ only in case were allowed before, so they are not reported as a loss.
    if (unique.folded !== undefined && sharing(keysBy({ ...unique, folded: [] })) === 0) {
      const names = unique.folded.map((field) => `“${field}”`).join(' and ');
      if (before?.lenient !== true)
        changes.push(`${names} of ${countText(shared, table.entity)} differ only in capitals: they stay as they are, new ones are refused`);
      return { ...kept, lenient: true };
    }
    // With a condition it is unknown whether it applies to the duplicates, so the store checks each
    // write.
    if (before?.lenient !== true && unique.where === null) {
      const names = unique.fields.map((field) => `“${field}”`).join(' and ');
      losses.push(
        `${names} of ${table.entity} must be unique, but ${countText(shared, table.entity)} share theirs: they stay as they are, new ones are refused`,
      );
    }
    return { ...kept, lenient: true };
  });
}

/** How many records are named. */
const mostNamed = 3;

function tooLongWords({ fields }: UniqueSchema, { entity }: TableSchema, ids: readonly string[]): string {
  const names = fields.map((field) => `“${field}”`).join(' and ');
  const named = `${ids.slice(0, mostNamed).join(', ')}${ids.length > mostNamed ? ', …' : ''}`;
  return `${names} of ${entity} must be unique, but ${countText(ids.length, entity)} ${ids.length === 1 ? 'has' : 'have'} more text there than an index can hold (${named}): shorten it to at most ${mostUnique} bytes. Until then duplicates are found without an index, which makes writing slower`;
}

/**
 * Marks overlap rules as lenient if records already overlap: the database tolerates them, and the
 * engine alone checks new ones.
 */
function planOverlaps(
  from: TableSchema,
  table: TableSchema,
  moves: readonly ColumnMove[],
  data: ExistingData,
  losses: string[],
): OverlapSchema[] {
  const unchanged = JSON.stringify(from.columns) === JSON.stringify(table.columns);
  return (table.overlaps ?? []).map((overlap) => {
    const { lenient = false, ...before } = from.overlaps?.find((other) => other.rule === overlap.rule) ?? {};
    const known = JSON.stringify(before) === JSON.stringify(overlap);
    if (unchanged && known && !lenient) return overlap;
    const per = overlap.per.map((field) => keysOf(field, from, table, moves, data));
    const [starts, ends] = [overlap.start, overlap.end].map((field) => valuesOf(field, from, table, moves, data));
    const shared = overlapping(starts ?? [], ends ?? [], (row) => per.map((values) => values[row] ?? null));
    if (shared === 0) return overlap;
    if (!lenient && overlap.where === null) {
      losses.push(
        `${countText(shared, table.entity)} overlap, which “${overlap.rule}” does not allow: they stay as they are, new ones are refused`,
      );
    }
    return { ...overlap, lenient: true };
  });
}

/** How many rows overlap another with the same key. Rows with a null overlap none. */
function overlapping(starts: readonly Value[], ends: readonly Value[], keyOf: (row: number) => readonly (string | null)[]): number {
  const rows = starts.flatMap((start, row) => {
    const [end, key] = [ends[row] ?? null, keyOf(row)];
    return start === null || end === null || key.includes(null) ? [] : [{ start, end, key: JSON.stringify(key) }];
  });
  const isBefore = (a: Value, b: Value): boolean => (compare(a, b) ?? 0) < 0;
  rows.sort((a, b) => (a.key === b.key ? (compare(a.start, b.start) ?? 0) : a.key < b.key ? -1 : 1));
  const shared = new Set<unknown>();
  let longest = rows[0];
  for (const row of rows.slice(1)) {
    if (longest !== undefined && longest.key === row.key && isBefore(row.start, longest.end) && isBefore(longest.start, row.end)) {
      shared.add(longest).add(row);
    }
    if (longest === undefined || longest.key !== row.key || isBefore(longest.end, row.end)) longest = row;
  }
  return shared.size;
}

/** The future values of a field as texts that are equal if the values are; null for no value. */
function keysOf(field: string, from: TableSchema, to: TableSchema, moves: readonly ColumnMove[], data: ExistingData): (string | null)[] {
  return valuesOf(field, from, to, moves, data).map((value) => (value === null ? null : valueToJson(value)));
}

/** The future values of a field, in id order. */
function valuesOf(field: string, from: TableSchema, to: TableSchema, moves: readonly ColumnMove[], data: ExistingData): readonly Value[] {
  const move = moves.find((candidate) => candidate.to === field);
  const column = columnFor(to, field);
  const source = move?.from == null ? null : columnFor(from, move.from);
  if (move === undefined || column === null) return [];
  const initial = move.otherwise === 'initial' && column.initial !== null ? valueFromJson(column.initial) : null;
  const old = source === null ? Array.from<Value>({ length: data.count(from.entity) }).fill(null) : data.values(from.entity, source.field);
  return old.map((value, row) => {
    const now = source === null ? null : convertColumn(value, source, column, move, data).value;
    return now ?? (move.otherwise === 'count' ? row : initial);
  });
}

function sharing(keys: readonly string[]): number {
  const seen = new Map<string, number>();
  for (const key of keys) seen.set(key, (seen.get(key) ?? 0) + 1);
  return [...seen.values()].filter((times) => times > 1).reduce((sum, times) => sum + times, 0);
}

function planLinks(
  from: Schema,
  to: Schema,
  renamed: ReadonlyMap<string, string>,
  data: ExistingData,
  renames: readonly Renamed[],
  { changes, losses, questions, steps }: { changes: string[]; losses: string[]; questions: RenameCandidate[]; steps: MigrationStep[] },
): void {
  const links = matchLinks(from, to, renamed, renames);
  for (const link of links.removed) {
    // If the entity itself is removed, that change already implies this one.
    const stays = to.tables.some((table) => table.entity === (renamed.get(link.entity) ?? link.entity));
    const members = data.linked(link.entity, link.field);
    const dropped = isDropped(renames, link.entity, link.field);
    const what = dropped && members > 0 ? `is dropped with ${pluralText(members, 'entry', 'entries')}` : 'is no longer there';
    if (stays) changes.push(`The list “${link.field}” of ${link.entity} ${what}`);
    if (stays && members > 0 && !dropped) {
      losses.push(`The list “${link.field}” of ${link.entity} would be deleted with ${pluralText(members, 'entry', 'entries')}`);
      const now = (entity: string): string => renamed.get(entity) ?? entity;
      const candidates = links.added.filter(({ entity, target }) => entity === now(link.entity) && target === now(link.target));
      if (candidates.length > 0)
        questions.push({ entity: link.entity, field: link.field, value: null, candidates: candidates.map(({ field }) => field) });
    }
    steps.push({ kind: 'drop-link', link });
  }
  for (const link of links.added) {
    if (from.tables.some((table) => table.entity === link.entity)) changes.push(`${link.entity} gets a list “${link.field}”`);
    steps.push({ kind: 'create-link', link });
  }
  for (const { from: before, to: after } of links.pairs) {
    if (before.field !== after.field) changes.push(`The list “${before.field}” of ${after.entity} is now called “${after.field}”`);
    if (JSON.stringify(before) !== JSON.stringify(after)) steps.push({ kind: 'rebuild-link', from: before, to: after });
  }
}
