import type { Question, Reply, Request } from './exchange.ts';
import type { Places } from './places.ts';
import type { PostgresError } from './postgres-error.ts';

/** The state of a transaction in one run, shared by all passes of the body. */
export interface Transaction {
  readonly id: number;
  /**
   * The source text of its body, so that a different transaction with the same number in a later
   * pass does not get its result.
   */
  readonly key: string;
  /** Its statements in order, except reads. */
  readonly commands: Places<Question>;
  /** The replies by command, as far as they have arrived. */
  readonly replies: Places<Reply>;
  /** The error of the first command that failed. */
  failed: PostgresError | null;
  /** The reads so far, except those of finished steps. */
  readonly reads: { readonly key: string; readonly sql: string }[];
  /** The outermost step that began last, and how many reads preceded it. */
  step: { readonly number: number; readonly reads: number } | null;
  /** The commands of finished steps, as ranges, which are released once they were sent. */
  readonly over: { readonly from: number; readonly to: number }[];
  /** How many of the commands were sent to the server. */
  sent: number;
  ended: boolean;
  /** Whether its body failed and its queued writes were sent to find out whether they fail too. */
  settles: boolean;
  /** The result of its body, which is not re-run while it is committed, nor afterwards. */
  decided: { readonly value: unknown } | null;
  committed: boolean;
  /** The values that its body has drawn. */
  readonly drawn: Places<GeneratedValue>;
  /** Its finished steps (`Connection.step`), by number. */
  readonly steps: Map<number, { readonly value: unknown; readonly draws: number; readonly at: number; readonly next: number }>;
}

/** A random value, such as an id. */
export interface GeneratedValue {
  readonly kind: string;
  readonly value: unknown;
}

/** The progress of a body in one pass. */
export interface Pass {
  /** How many transactions and single writes it has begun. */
  unit: number;
  /** How many values it has drawn outside transactions. */
  draws: number;
  /**
   * The document that the run started under, numbered as in document-lock.ts; null: not known yet.
   * The same in all passes.
   */
  document: number | null;
  inside: TransactionPass | null;
  /** How many rows the last write outside a transaction changed. */
  changes: number;
}

export interface TransactionPass {
  readonly transaction: Transaction;
  readonly unit: number;
  /** Whether each command has a savepoint, so that a failing one does not abort the transaction. */
  readonly careful: boolean;
  /** How many commands begin the transaction. */
  readonly begins: number;
  /** How many commands this pass has reached. */
  at: number;
  /** How many steps this pass has begun. */
  steps: number;
  /** How many nested steps this pass is currently in. */
  depth: number;
  draws: number;
  /**
   * Open nested transactions; the server gets a savepoint only once one of them writes something.
   */
  readonly levels: { made: boolean }[];
}

export interface PendingRequest<T> {
  readonly request: Request;
  /** Interprets the replies; may throw. Called once. */
  read(replies: readonly Reply[]): T;
}

/** The only place where a connection waits for answers. */
export interface PassContext {
  /** The current pass. Throws outside a run. */
  readonly pass: Pass;
  /** Whether an answer is missing; what the body decides in this pass is then discarded. */
  readonly pending: boolean;
  /**
   * Returns the answer with this key in this run; throws `pending` if it has not arrived. `request`
   * is called only the first time. `sql` is part of the key, but separate, because joining a long
   * text to others would copy and hash it each time.
   */
  ask<T>(key: string, request: () => PendingRequest<T>, sql?: string): T;
  /** Discards an answer that no body requests again in this run. */
  forget(key: string, sql: string): void;
  /** Calls `make` once for each key in a run, and returns the same value in all passes. */
  fixed<T>(key: string, make: () => T): T;
  /** Sends a request whose reply no caller waits for. */
  tell(request: Request): void;
  /** The transaction with this number. Throws BodyChanged if it has another key in this run. */
  transaction(unit: number, key: string): Transaction;
  /**
   * Records that the body acted differently than in an earlier pass: the run rejects with
   * BodyChanged, even if the body catches the error.
   */
  changed(what: string): never;
}
