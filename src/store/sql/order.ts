import { raw, type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import type { ValueTerm } from '../../expression/sql/term.ts';
import { sortedBy } from '../meaning.ts';
import { type ColumnSchema, columnFor, type Schema, type TableSchema, tableFor } from '../schema.ts';
import { textLiteral } from './identifier.ts';
import { keptLength } from './shape.ts';
import type { SqlEngine } from './sql-engine.ts';

/** A sort term, as in ORDER BY. */
export interface OrderKey {
  readonly by: SqlFragment;
  readonly nullable: boolean;
  /** For a text: its maximum length in characters. */
  readonly length?: number;
  /** Whether it reads a table that the order joins, not the row itself. */
  readonly joined?: boolean;
}

/**
 * The sort key of a column; `name` is the quoted column. Null if SQL cannot sort by it (lists,
 * files), or the value belongs to another record.
 */
export function columnOrder(column: ColumnSchema, name: string, sqlEngine: SqlEngine): OrderKey | null {
  const nullable = !column.required || column.lenient === true;
  if (column.field === 'id' && column.declared !== 'uuid' && column.declared !== 'text') return null;
  switch (column.type) {
    case 'enum':
    case 'state':
      return { by: raw(placeOf(name, column.values)), nullable };
    case 'text':
      return { ...textKey(raw(name), column, sqlEngine), nullable };
    case 'decimal':
      return { by: sqlEngine.dialect.decimalKey(raw(name)), nullable };
    case 'relation':
    case 'list':
    case 'json':
    case 'file':
      return null;
    default:
      return { by: raw(name), nullable };
  }
}

export interface StoredLabel {
  readonly table: TableSchema;
  readonly label: ColumnSchema;
  /** Whether every record has the relation. */
  readonly always: boolean;
}

/** The target of a relation, if all its records have a stored text as their label. */
export function labelledBy(schema: Schema, relation: ColumnSchema): StoredLabel | null {
  const table = relation.target === null ? null : tableFor(schema, relation.target);
  const label = table?.label == null ? null : columnFor(table, table.label);
  const isThere = (column: ColumnSchema): boolean => column.required && column.lenient !== true;
  if (table === null || label?.type !== 'text' || !isThere(label)) return null;
  return { table, label, always: isThere(relation) };
}

/** Sorts a text as meaning.ts does; `column` is where the text is stored, null if computed. */
export function textKey(text: SqlFragment, column: ColumnSchema | null, { textOrder }: SqlEngine): Pick<OrderKey, 'by' | 'length'> {
  const length = (column === null ? null : keptLength(column)) ?? Infinity;
  const beginning = length <= sortedBy ? text.text : `substr(${text.text}, 1, ${sortedBy})`;
  return { by: { ...text, text: textOrder(beginning) }, length: Math.min(length, sortedBy) };
}

/**
 * The sort key of a computed field; only for values that sort as they are, because its declared
 * type is unknown here.
 */
export function computedOrder(term: ValueTerm, sqlEngine: SqlEngine): OrderKey | null {
  const nullable = term.nulls !== 'never';
  switch (term.as) {
    case 'text':
      return { ...textKey(term.sql, null, sqlEngine), nullable };
    case 'decimal':
      return { by: sqlEngine.dialect.decimalKey(term.sql), nullable };
    case 'integer':
    case 'money':
    case 'boolean':
    case 'date':
    case 'time':
    case 'datetime':
    case 'duration':
      return { by: sql`(${term.sql})`, nullable };
    default:
      return null;
  }
}

/** Sorts by declaration order, without parameters, so that an index can match the expression. */
export const placeOf = (name: string, values: readonly string[]): string =>
  values.length === 0 ? name : `CASE ${name} ${values.map((value, place) => `WHEN ${textLiteral(value)} THEN ${place}`).join(' ')} END`;

/**
 * Ends every order with the ids; numeric ids sort as numbers. `before`: a prefix for the column,
 * such as `t1.`.
 */
export function endsInIds(table: TableSchema, before = ''): string[] {
  const byNumber = table.columns.some((column) => column.field === 'id' && (column.serial || column.declared === 'integer'));
  return [...(byNumber ? [`length(${before}"id")`] : []), `${before}"id"`];
}
