import type { LinkSchema, TableSchema } from '../schema.ts';
import type { ReferenceConflict } from '../store.ts';
import type { Parameter } from './connection.ts';

/** What a store does in addition if its tables are distributed over several machines (layout/). */
export interface LaidOut {
  /**
   * The value of the additional column for a new record; null if the table has none. Throws
   * ReferenceConflict if the record that determines it is missing.
   */
  rootOf(table: TableSchema, values: readonly Parameter[]): RootValue | null;
  rootOfPair(link: LinkSchema, owner: string, member: string): RootValue | null;
  /**
   * Which of these columns an update may write: all but the one that determines the root. Throws
   * ValueConflict if that one would change.
   */
  movable(table: TableSchema, id: string, columns: readonly string[], values: readonly Parameter[]): ReadonlySet<string>;
  /**
   * After the keys have refused a row with these values: the relation that leads to a record of
   * another root.
   */
  leadsElsewhere(table: TableSchema, values: Readonly<Record<string, unknown>>): ReferenceConflict | null;
  /**
   * Does in the same transaction what keys and triggers of one machine would do before a record is
   * deleted.
   */
  leave(table: TableSchema, id: string): void;
}

export interface RootValue {
  readonly column: string;
  readonly id: string;
}
