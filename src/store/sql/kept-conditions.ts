import type { Expression } from '../../expression/expression.ts';
import type { ValueTerm } from '../../expression/sql/term.ts';
import type { ColumnSchema, OverlapSchema, TableSchema, UniqueSchema } from '../schema.ts';

/** The conditions of rules, as the database can keep them itself. */
export interface Conditions {
  /**
   * SQL without parameters that is true for the records among which the rule holds; `alias` stands before the columns, nothing where it is null. Null: the database cannot
   * keep it (it looks at other records, or at more than this database can say), the store or the engine asks. No condition: `TRUE`.
   */
  unique(table: TableSchema, unique: UniqueSchema, alias: string | null): string | null;
  overlap(table: TableSchema, overlap: OverlapSchema, alias: string | null): string | null;
  /** Any condition on a record itself in the same way; NULL where it cannot be evaluated. */
  holds(table: TableSchema, expression: Expression, alias: string | null): string | null;
  /** A column's quoted name. */
  column(column: ColumnSchema): string;
  /** A computed field in the same way, to sort by; null where it is another for another person or at another moment. */
  computed(table: TableSchema, field: string, alias: string | null): { readonly text: string; readonly term: ValueTerm } | null;
}
