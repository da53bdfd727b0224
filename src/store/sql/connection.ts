import type { SqlScalar } from '../../expression/sql/represent.ts';

export type Parameter = SqlScalar | Uint8Array;

/**
 * One connection with its prepared statements and transactions; speaks SQL, knows no records. A `?` in the text is the next parameter.
 * A statement that fails leaves the transaction as it was before it.
 */
export interface Connection {
  run(sql: string, parameters?: readonly Parameter[]): void;
  /** Like `run`, inside a transaction, for what nothing that follows depends on: it may be done together with the next statement, at the latest with the end of the transaction. */
  later(sql: string, parameters?: readonly Parameter[]): void;
  /** A SELECT only looks: one that does something is said by `run`. */
  rows(sql: string, parameters?: readonly Parameter[]): SqlScalar[][];
  row(sql: string, parameters?: readonly Parameter[]): SqlScalar[] | null;
  bytes(sql: string, parameters?: readonly Parameter[]): Uint8Array | null;
  /** Changes made by the last statement. */
  changes(): number;
  /** Nested ones are savepoints. A database that several people write to at once may run the outermost body again. */
  transaction<T>(body: () => T): T;
  /**
   * An outermost transaction that changes what the tables are: nobody else writes meanwhile, and whoever else works with them gets DocumentChanged at their next
   * transaction.
   */
  changing<T>(body: () => T): T;
  /** An outermost transaction in which each statement sees what was committed before it: for what several processes do one after the other. */
  latest<T>(body: () => T): T;
  /**
   * A part of a long transaction. Where a body runs again to wait for an answer, a part that is done is not repeated: so what it does must be in its value and in the database.
   */
  step<T>(body: () => T): T;
  /** Takes the tables as they are now, after DocumentChanged: what they are is looked at after that. */
  look(): void;
  readonly inTransaction: boolean;
  /** Who opens a store over it sees to the tables' indexes and defences. */
  readonly keepsTables: boolean;
  /** It asks a copy that another server keeps up to date: transactions, and all that writes, throw OnlyReads. */
  readonly isCopy: boolean;
  /** How far the database's log had come when this connection last wrote, in its own words; null: it has not, or nobody wants to know. */
  readonly position: string | null;
  /** Whether a copy has come as far. */
  reached(position: string): boolean;
  /** Before tables change their shape. */
  forget(): void;
  close(): void;
}

/** Of a connection, what a question needs. */
export type Asking = Pick<Connection, 'rows' | 'row' | 'inTransaction' | 'isCopy'>;

/** Statements kept ready; enough for every query of a large document. */
export const keptStatements = 300;
