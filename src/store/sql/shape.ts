import type { ColumnSchema, TableSchema, UniqueSchema } from '../schema.ts';
import { identifier } from './identifier.ts';
import type { Conditions } from './kept-conditions.ts';

/**
 * Whether the column is NOT NULL: lists always are, required fields unless older records have no
 * value yet.
 */
export const isNotNull = (column: ColumnSchema): boolean => column.type === 'list' || (column.required && column.lenient !== true);

/** The maximum length that the database itself enforces; null if none. */
export const keptLength = ({ type, maxLength, overlong }: ColumnSchema): number | null =>
  type === 'text' && maxLength !== undefined && overlong !== true ? maxLength : null;

/** Whether an index enforces the constraint. */
export function isIndexed(table: TableSchema, unique: UniqueSchema, conditions: Conditions): boolean {
  if (unique.lenient === true) return false;
  if (unique.where === null) return true;
  // SQLite reports which columns a record shares with another, not which index; two indexes on the
  // same columns would be indistinguishable.
  const alike = table.uniques.filter((other) => other.fields.join() === unique.fields.join());
  return alike.length === 1 && conditions.unique(table, unique, null) !== null;
}

/** An index on a table: its name and columns. */
export interface IndexShape {
  readonly name: string;
  readonly columns: readonly ColumnSchema[];
  /** The constraint that it enforces; null for an index that only speeds up queries. */
  readonly unique: UniqueSchema | null;
}

/** The indexes of an entity's table: for unique fields, and to find and sort lists. */
export function indexesOf(table: TableSchema): IndexShape[] {
  const columnsOf = (fields: readonly string[]): ColumnSchema[] =>
    fields.flatMap((field) => table.columns.find((column) => column.field === field) ?? []);
  // A field's Unique and an equivalent rule share one index: the rule takes precedence, because it
  // has an error of its own.
  const once = new Map<string, UniqueSchema>();
  const indexed = table.uniques.filter(({ unindexed }) => unindexed !== true);
  for (const unique of indexed) {
    const key = JSON.stringify([unique.lenient === true, unique.where, unique.fields]);
    if (once.get(key)?.rule == null) once.set(key, unique);
  }
  const uniques = [...once.values()].map(
    (unique, position): IndexShape => ({ name: `${table.table}.unique~${position + 1}`, columns: columnsOf(unique.fields), unique }),
  );
  const isFolded = (unique: UniqueSchema, field: string | undefined): boolean =>
    field !== undefined && unique.folded?.includes(field) === true;
  const plain = indexed.filter((unique) => unique.where === null && !isFolded(unique, unique.fields[0]));
  const covered = new Set(plain.map((unique) => unique.fields[0]));
  // An index on folded values does not find them by their original spelling.
  const folded = new Set(indexed.flatMap((unique) => (isFolded(unique, unique.fields[0]) ? [unique.fields[0]] : [])));
  const isFound = ({ type, field }: ColumnSchema): boolean =>
    type === 'relation' || type === 'state' || field === 'createdAt' || folded.has(field);
  const found = table.columns.filter(isFound);
  const finding = found
    .filter((item) => !covered.has(item.field))
    .map((column): IndexShape => ({ name: `${table.table}.by ${column.field}`, columns: [column], unique: null }));
  return [...uniques, ...finding];
}

export const createIndexes = (table: TableSchema, conditions: Conditions): string[] =>
  indexesOf(table).map(({ name, columns, unique }) => {
    const kept = unique !== null && isIndexed(table, unique, conditions);
    const condition = kept && unique.where !== null ? conditions.unique(table, unique, null) : null;
    return `CREATE ${kept ? 'UNIQUE ' : ''}INDEX ${identifier(name)} ON ${identifier(table.table)} (${columns
      .map((column) => comparedIn(unique, column))
      .join(', ')})${condition === null ? '' : ` WHERE ${condition}`}`;
  });

/**
 * The column as a unique index compares it. Texts have the collation “C”, and SQLite has no other:
 * only A to Z become lower case.
 */
export const comparedIn = (unique: UniqueSchema | null, { field, column }: ColumnSchema): string =>
  unique?.folded?.includes(field) === true ? `lower(${identifier(column)})` : identifier(column);

/**
 * What the database does with a record that refers to a deleted one. It checks at the end of the
 * statement, so rows deleted by a cascade do not prevent it.
 */
export function onDelete(column: ColumnSchema): string {
  if (column.onDelete === 'cascade') return 'CASCADE';
  return column.onDelete === 'clear' ? 'SET NULL' : 'NO ACTION';
}
