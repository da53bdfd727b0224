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
   * Nested transactions are savepoints. A database with concurrent writers may run the outermost
   * body again, and tells transactions apart by the text of `of`, which is `body` by default.
   */
  transaction<T>(body: () => T, of?: Work, undone?: (result: T) => void): T;
  /**
   * An outermost transaction that changes the tables themselves: it excludes other writers, and all
   * other users of the tables get DocumentChanged at their next transaction.
   */
  changing<T>(body: () => T): T;
  /**
   * An outermost transaction in which each statement sees what was committed before it: for work
   * that processes do one after the other.
   */
  latest<T>(body: () => T): T;
  /**
   * A part of a long transaction. Where a body runs again to wait for an answer, a finished part is
   * not repeated, so its result must be in its value and in the database.
   */
  step<T>(body: () => T): T;
  /**
   * What `make` returns, once for each key in a body that runs again to wait for answers: for
   * values that other bodies change in between.
   */
  fixed<T>(key: string, make: () => T): T;
  /**
   * Accepts the tables as they are now, after DocumentChanged; read their definition afterwards.
   */
  look(): void;
  readonly inTransaction: boolean;
  /** Who opens a store over it sees to the tables' indexes and defences. */
  readonly keepsTables: boolean;
  /** It reads a replica: transactions, and all writes, throw OnlyReads. */
  readonly isCopy: boolean;
  /**
   * The position of the database's log when this connection last wrote, as the database prints it;
   * null: it has not written, or no reader needs it.
   */
  readonly position: string | null;
  /** Whether a copy has come as far. */
  reached(position: string): boolean;
  /** Before tables change their shape. */
  forget(): void;
  close(): void;
}

/** Of a connection, what a question needs. */
export type Asking = Pick<Connection, 'rows' | 'row' | 'fixed' | 'inTransaction' | 'isCopy'>;

/** Statements kept ready; enough for every query of a large document. */
export const keptStatements = 300;
