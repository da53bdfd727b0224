import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { Work } from '../store.ts';

export type Parameter = SqlScalar | Uint8Array;

/**
 * One connection with its prepared statements and transactions; speaks SQL, knows no records. Each
 * `?` in the text is the next parameter. A failing statement leaves the transaction as it was.
 */
export interface Connection {
  run(sql: string, parameters?: readonly Parameter[]): void;
  /**
   * Like `run`, inside a transaction, for statements that nothing later depends on: it may run
   * together with the next statement, at the latest at the end of the transaction.
   */
  later(sql: string, parameters?: readonly Parameter[]): void;
  /** A SELECT without side effects; use `run` for one with side effects. */
  rows(sql: string, parameters?: readonly Parameter[]): SqlScalar[][];
  row(sql: string, parameters?: readonly Parameter[]): SqlScalar[] | null;
  bytes(sql: string, parameters?: readonly Parameter[]): Uint8Array | null;
  /** Changes made by the last statement. */
  changes(): number;
  /**
   * Nested transactions are savepoints. A database with concurrent writers may re-run the outermost
   * body; it distinguishes transactions by the text of `of`, which defaults to `body`.
   */
  transaction<T>(body: () => T, of?: Work, undone?: (result: T) => void): T;
  /**
   * An outermost transaction that changes the tables themselves: it excludes other writers, and
   * every other connection gets DocumentChanged in its next transaction.
   */
  changing<T>(body: () => T): T;
  /**
   * An outermost transaction in which each statement sees what was committed before it, for work
   * that processes do in turn.
   */
  latest<T>(body: () => T): T;
  /**
   * A part of a long transaction. If the body is re-run to wait for an answer, a finished part is
   * not repeated, so its result must be in its value and in the database.
   */
  step<T>(body: () => T): T;
  /**
   * Calls `make` once for each key in a body that is re-run to wait for answers, for values that
   * other bodies may change in between.
   */
  fixed<T>(key: string, make: () => T): T;
  /**
   * Accepts the tables in their current form, after DocumentChanged; read their definition
   * afterwards.
   */
  look(): void;
  readonly inTransaction: boolean;
  /** Whether opening a store over it also maintains the tables' indexes and defences. */
  readonly keepsTables: boolean;
  /** Whether it reads a replica; transactions and writes then throw ReadOnlyStore. */
  readonly isCopy: boolean;
  /**
   * The position of the database's log when this connection last wrote, as the database prints it;
   * null if it has not written, or no replica needs it.
   */
  readonly position: string | null;
  /** Whether a replica has replayed the log up to this position. */
  reached(position: string): boolean;
  /** Call this before tables change their shape: discards prepared statements. */
  forget(): void;
  close(): void;
}

/** The part of a connection that queries need. */
export type Asking = Pick<Connection, 'rows' | 'row' | 'fixed' | 'inTransaction' | 'isCopy'>;

/** Statements kept ready; enough for every query of a large document. */
export const keptStatements = 300;
