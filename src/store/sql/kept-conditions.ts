import type { Expression } from '../../expression/expression.ts';
import type { ValueTerm } from '../../expression/sql/term.ts';
import type { ColumnSchema, OverlapSchema, TableSchema, UniqueSchema } from '../schema.ts';

/** The conditions of rules in SQL that the database itself can enforce. */
export interface Conditions {
  /**
   * SQL without parameters that is true for the records to which the rule applies. `alias` precedes
   * the columns; null: no prefix. Returns null if the database cannot enforce it (it reads other
   * records, or SQL cannot express it), so the store or the engine checks it. Without a condition:
   * `TRUE`.
   */
  unique(table: TableSchema, unique: UniqueSchema, alias: string | null): string | null;
  overlap(table: TableSchema, overlap: OverlapSchema, alias: string | null): string | null;
  /** The same for any condition on a record; its SQL is NULL where it cannot be evaluated. */
  conditionSql(table: TableSchema, expression: Expression, alias: string | null): string | null;
  /** A column's quoted name. */
  column(column: ColumnSchema): string;
  /** The same for a computed field, to sort by it; null if it depends on the person or the time. */
  computed(table: TableSchema, field: string, alias: string | null): { readonly text: string; readonly term: ValueTerm } | null;
}
