import type { Question, Reply, Request } from './exchange.ts';
import type { Places } from './places.ts';
import type { PostgresError } from './postgres-error.ts';

/** A transaction of one run, across the passes of its body. */
export interface Transaction {
  readonly id: number;
  /** What it is: another one with its number in a later pass must not get its value. */
  readonly key: string;
  /** What it does, in order, beside its reads. */
  readonly commands: Places<Question>;
  /** By command, as far as they were answered. */
  readonly replies: Places<Reply>;
  /** The first command that failed. */
  failed: PostgresError | null;
  /** What was asked, beside what steps that are done asked. */
  readonly asked: { readonly key: string; readonly sql: string }[];
  /** The outermost step that was begun last, and how much had been asked before it. */
  step: { readonly number: number; readonly asked: number } | null;
  /** The commands of steps that are done, from and up to a place, until they are let go. */
  readonly over: { readonly from: number; readonly to: number }[];
  /** How many of the commands the server was sent. */
  sent: number;
  ended: boolean;
  /** Its body failed; the writes it had queued were sent to learn whether they fail as well. */
  settles: boolean;
  /** What its body came to: while it is committed, and after that, the body is not run again. */
  decided: { readonly value: unknown } | null;
  committed: boolean;
  /** Steps of it that are done (`Connection.step`), by their number. */
  readonly drawn: Places<Drawn>;
  readonly steps: Map<number, { readonly value: unknown; readonly draws: number; readonly at: number; readonly next: number }>;
}

/** An id or random bytes. */
export interface Drawn {
  readonly kind: string;
  readonly value: unknown;
}

/** How far a body has come in one pass. */
export interface Pass {
  /** How many transactions, and single writes, were begun. */
  unit: number;
  /** How much was drawn outside of transactions. */
  draws: number;
  /**
   * The document that the run started under, numbered as in turn.ts; null: not known yet. The same
   * in all passes.
   */
  document: number | null;
  inside: Inside | null;
  /** What the last write outside a transaction changed. */
  changes: number;
}

export interface Inside {
  readonly transaction: Transaction;
  readonly unit: number;
  /** Each command has a savepoint: one that fails leaves the transaction alive. */
  readonly careful: boolean;
  /** How many commands begin it. */
  readonly begins: number;
  /** How many commands this pass has come to. */
  at: number;
  /** How many steps. */
  steps: number;
  /** In how many steps, one inside the other, this pass is. */
  depth: number;
  draws: number;
  /** Open nested transactions; the server learns of one when something is written inside it. */
  readonly levels: { made: boolean }[];
}

export interface Asked<T> {
  readonly request: Request;
  /** What the replies mean; may throw. Called once. */
  read(replies: readonly Reply[]): T;
}

/** The one place where a connection waits. */
export interface Door {
  /** Throws outside of a run. */
  readonly pass: Pass;
  /** An answer is being fetched: what the body decides from now on does not count. */
  readonly pending: boolean;
  /**
   * The answer with this key in this run; throws `pending` if it is missing. `asked` is called once
   * in that case. `sql` is part of the key: apart, since a long text that is joined to others is
   * copied and hashed each time.
   */
  ask<T>(key: string, asked: () => Asked<T>, sql?: string): T;
  /** No body asks for it again in this run. */
  forget(key: string, sql: string): void;
  /** The same for a key in all passes of a run. */
  fixed<T>(key: string, make: () => T): T;
  /** No caller waits for the answer. */
  tell(request: Request): void;
  /** Throws BodyChanged if the transaction with this number has another key in this run. */
  transaction(unit: number, key: string): Transaction;
  /** The body did something else than before: the run rejects with this, caught or not. */
  changed(what: string): never;
}
