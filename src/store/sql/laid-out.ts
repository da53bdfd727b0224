import type { LinkSchema, TableSchema } from '../schema.ts';
import type { ReferenceConflict } from '../store.ts';
import type { Parameter } from './connection.ts';

/** What a store does besides where its tables lie on several machines (layout/). */
export interface LaidOut {
  /**
   * The value of the additional column for a new record; null: the table has none. Throws
   * ReferenceConflict if the record that determines it is missing.
   */
  rootOf(table: TableSchema, values: readonly Parameter[]): RootValue | null;
  rootOfPair(link: LinkSchema, owner: string, member: string): RootValue | null;
  /**
   * Those of these columns that an update may write: all but the one that determines the root.
   * Throws ValueConflict if that would change.
   */
  movable(table: TableSchema, id: string, columns: readonly string[], values: readonly Parameter[]): ReadonlySet<string>;
  /**
   * The relation that leads to a record of another root, after the keys refused a row; the row has
   * these values.
   */
  leadsElsewhere(table: TableSchema, values: Readonly<Record<string, unknown>>): ReferenceConflict | null;
  /**
   * What keys and triggers of one machine would do before a record is deleted; in the same
   * transaction.
   */
  leave(table: TableSchema, id: string): void;
}

export interface RootValue {
  readonly column: string;
  readonly id: string;
}
