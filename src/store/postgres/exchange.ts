import type { SqlScalar } from '../../expression/sql/represent.ts';
import type { PostgresError } from './postgres-error.ts';

/** A statement with its values; each `?` in the text is the next one. */
export interface Question {
  readonly sql: string;
  readonly values: readonly (string | Uint8Array | null)[];
}

export interface Found {
  /**
   * Numbers and booleans as numbers (or bigint), bytes as bytes, everything else as the server's
   * text.
   */
  readonly rows: (SqlScalar | Uint8Array)[][];
  /** How many rows the statement found or changed. */
  readonly count: number;
  /** The command tag, such as `INSERT` or `COMMIT`. */
  readonly command: string;
}

export type Reply = Found | PostgresError;

/** A request to the database: the queries of one round trip, or an instruction. */
export type Request =
  /** Outside a transaction; each query is independent and may be repeated. */
  | { readonly kind: 'read'; readonly questions: readonly Question[] }
  /** Outside a transaction; must not be repeated. */
  | { readonly kind: 'write'; readonly questions: readonly Question[] }
  /**
   * Part of one transaction, which has its own connection from its first request to the one with
   * `ends`.
   */
  | { readonly kind: 'transaction'; readonly transaction: number; readonly questions: readonly Question[]; readonly ends: boolean }
  | { readonly kind: 'pause'; readonly milliseconds: number }
  /** The tables have changed or will change: prepare all statements again. */
  | { readonly kind: 'forget' };

/**
 * One connection to a database. Accepts requests before earlier ones are answered, and answers in
 * order.
 */
export interface DatabaseSession {
  /** Resolves with one reply for each question. Rejects with DatabaseUnavailable. */
  ask(questions: readonly Question[]): Promise<readonly Reply[]>;
  readonly open: boolean;
  /** Whether it has so many prepared statements that a new session should replace it. */
  readonly worn: boolean;
  close(): Promise<void>;
}
