import type { Expression } from '../../expression/expression.ts';
import type { ValueTerm } from '../../expression/sql/term.ts';
import type { ColumnSchema, OverlapSchema, TableSchema, UniqueSchema } from '../schema.ts';

/** The conditions of rules, as the database can keep them itself. */
export interface Conditions {
  /**
   * SQL without parameters that is true for the records to which the rule applies; `alias` precedes
   * the columns, or nothing if it is null. Null: the database cannot enforce it (it reads other
   * records, or cannot be expressed), so the store or the engine checks it. No condition: `TRUE`.
   */
  unique(table: TableSchema, unique: UniqueSchema, alias: string | null): string | null;
  overlap(table: TableSchema, overlap: OverlapSchema, alias: string | null): string | null;
  /** Any condition on a record itself in the same way; NULL where it cannot be evaluated. */
  holds(table: TableSchema, expression: Expression, alias: string | null): string | null;
  /** A column's quoted name. */
  column(column: ColumnSchema): string;
  /** A computed field in the same way, to sort by; null if it depends on the person or the time. */
  computed(table: TableSchema, field: string, alias: string | null): { readonly text: string; readonly term: ValueTerm } | null;
}
