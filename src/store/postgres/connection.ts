import { pending } from '../../base/pending.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import { CommitUnknown, DatabaseBusy, DatabaseUnavailable, DocumentChanged } from '../errors.ts';
import type { Connection, Parameter } from '../sql/connection.ts';
import { ReadOnlyStore, type Work } from '../store.ts';
import { DecideAgain } from './decide-again.ts';
import type { DocumentLock, TransactionMode } from './document-lock.ts';
import type { Found, Question } from './exchange.ts';
import { insideTransaction } from './inside-transaction.ts';
import type { PassContext, TransactionPass } from './pass-context.ts';
import { laterPosition, parseLogPosition } from './position.ts';
import { isSessionEnd, isUnknownName } from './postgres-error.ts';
import { command, isQuestion, isSame, logPosition, questionOf, resultsOrThrow, valuesKey } from './questions.ts';
import { Unreachable } from './unreachable.ts';

export interface ConnectionParts {
  readonly context: PassContext;
  /** Begins transactions; one that keeps colliding finally runs alone. */
  readonly turn: DocumentLock;
  /** Whether it is a replica that another server keeps up to date. */
  readonly onlyReads?: boolean;
  /** Whether there are replicas; each commit then also reads the position of the log. */
  readonly hasCopies?: boolean;
  /**
   * How long to wait before repeating a transaction, in milliseconds; `times` is the number of
   * attempts.
   */
  readonly pause: (times: number) => number;
  close(): void;
}

/** How many attempts a transaction gets beside others, and how many in total. */
const tries = { besideOthers: 3, all: 12 };

/** The error after the last attempt; nothing was written. */
function givenUp({ because, cause }: DecideAgain): unknown {
  if (because === 'collision') return new DatabaseBusy(cause);
  return because === 'lost' && !(cause instanceof DatabaseUnavailable) ? new DatabaseUnavailable(String(cause)) : cause;
}

/**
 * Sends SQL to Postgres through a `PassContext`, which may not have the answer yet
 * (docs/decisions/0080): then it throws `pending`, and the body is re-run from its start once the
 * answer has arrived. Reads are identified by their text and values; writes of a transaction are
 * queued and sent with its next read or with COMMIT.
 */
export function connect({ context, turn, pause, close, onlyReads = false, hasCopies = false }: ConnectionParts): Connection {
  let position: string | null = null;
  /** For a replica: a log position that it has certainly replayed. */
  let replayedPosition = 0n;

  const wrote = (replies: readonly Found[]): void => {
    const at = hasCopies ? replies.at(-1)?.rows[0]?.[0] : undefined;
    if (at !== undefined) position = laterPosition(position, String(at));
  };

  // The following functions work outside transactions.

  /**
   * Another run may have switched this process to another document meanwhile; this run would still
   * query the old one.
   */
  const isUpToDate = (): void => {
    const { pass } = context;
    pass.document ??= turn.document;
    if (pass.document !== turn.document) throw new DocumentChanged(null);
  };

  const look = (question: Question): Found => {
    const { pass } = context;
    return context.ask(
      `${pass.unit} ${valuesKey(question)}`,
      () => ({
        request: { kind: 'read', questions: [question] },
        read: (replies) => resultsOrThrow(replies)[0] as Found,
      }),
      question.sql,
    );
  };

  const rowsOf = (sql: string, parameters: readonly Parameter[] = []): SqlScalar[][] =>
    look(questionOf(sql, parameters)).rows as SqlScalar[][];

  /**
   * Sends a single query. If it fails because of an unknown name, the tables may be those of
   * another document.
   */
  const lookUp = (question: Question): Found => {
    isUpToDate();
    try {
      return look(question);
    } catch (error) {
      if (!isUnknownName(error) || !turn.isOver(rowsOf)) throw error;
      throw new DocumentChanged(error);
    }
  };

  const write = (question: Question): Found => {
    if (context.pending) throw pending;
    isUpToDate();
    const { pass } = context;
    const unit = pass.unit++;
    try {
      const { written, found } = context.ask(`${unit} written`, () => ({
        request: { kind: 'write', questions: [question, ...(hasCopies ? [logPosition] : [])] },
        read(replies) {
          const all = resultsOrThrow(replies);
          wrote(all);
          return { written: question, found: all[0] as Found };
        },
      }));
      if (!isSame(written, question)) context.changed(`its write ${unit} was ${written.sql} and became ${question.sql}`);
      pass.changes = found.count;
      return found;
    } catch (error) {
      if (error instanceof Unreachable || !(error instanceof DatabaseUnavailable || isSessionEnd(error))) throw error;
      throw new CommitUnknown(error);
    }
  };

  const { change, commit, end, firstFailure, lookInside, nested, outcome, queue, step } = insideTransaction({ context, hasCopies, wrote });

  const found = (sql: string, parameters: readonly Parameter[] = [], reads = isQuestion(sql)): Found => {
    if (onlyReads && !reads) throw new ReadOnlyStore();
    const question = questionOf(sql, parameters);
    const { inside } = context.pass;
    if (inside === null) return reads ? lookUp(question) : write(question);
    return reads ? lookInside(inside, question) : outcome(inside, change(inside, question));
  };

  const run = (sql: string, parameters: readonly Parameter[] = []): void => {
    const { inside } = context.pass;
    if (inside === null) return void found(sql, parameters, false);
    change(inside, questionOf(sql, parameters));
  };

  const once = <T>(body: () => T, key: string, manner: TransactionMode, careful: boolean, undone?: (result: T) => void): T => {
    // The body may have skipped a transaction because an answer is missing, so this may be a
    // different one.
    if (context.pending) throw pending;
    const { pass } = context;
    const unit = pass.unit++;
    const transaction = context.transaction(unit, key);
    if (transaction.decided !== null && transaction.committed) return transaction.decided.value as T;
    if (transaction.decided === null) isUpToDate();
    const begin = turn.begin(manner);
    const inside: TransactionPass = { transaction, unit, careful, begins: begin.length, at: 0, steps: 0, depth: 0, draws: 0, levels: [] };
    pass.inside = inside;
    try {
      if (transaction.decided === null) {
        for (const sql of begin) queue(inside, command(sql));
        const value = body();
        if (context.pending) throw pending;
        transaction.decided = { value };
      }
      const { value } = transaction.decided;
      commit(inside);
      if (manner === 'changing') {
        turn.changed();
        pass.document = turn.document;
      }
      transaction.committed = true;
      return value as T;
    } catch (error) {
      const cause = careful || context.pending || error instanceof DecideAgain ? error : firstFailure(inside, error);
      if (!context.pending && transaction.decided !== null) undone?.(transaction.decided.value as T);
      if (!context.pending && !transaction.ended) {
        transaction.ended = true;
        if (transaction.sent > 0) end(transaction, 'ROLLBACK');
      }
      throw cause;
    } finally {
      pass.inside = null;
    }
  };

  const outermost = <T>(body: () => T, of: Work, manner: TransactionMode, undone?: (result: T) => void): T => {
    // The source text of the body distinguishes transactions.
    const key = String(of);
    // Even for a transaction that would only read, because replicas allow no serializable
    // transactions.
    if (onlyReads) throw new ReadOnlyStore();
    let careful = false;
    let collisions = 0;
    for (let times = 1; ; times++) {
      try {
        return once(body, key, manner === 'beside' && collisions >= tries.besideOthers ? 'alone' : manner, careful, undone);
      } catch (error) {
        if (context.pending || !(error instanceof DecideAgain)) throw error;
        // A change of the tables consists of thousands of statements, none of which may fail, so it
        // is not retried with savepoints.
        if (times >= tries.all || (error.because === 'statement' && manner === 'changing')) throw givenUp(error);
        if (error.because === 'statement') careful = true;
        else if (error.because !== 'outdated') {
          if (error.because === 'collision') collisions++;
          context.ask(`${context.pass.unit} pause`, () => ({
            request: { kind: 'pause', milliseconds: pause(times) },
            read: () => null,
          }));
        }
      }
    }
  };

  /** Discards prepared statements, because those for old tables accept values of old types. */
  const forget = (): void => {
    if (!context.pending) context.tell({ kind: 'forget' });
  };

  return {
    run,
    later: run,
    rows: (sql, parameters = []) => found(sql, parameters).rows as SqlScalar[][],
    row: (sql, parameters = []) => (found(sql, parameters).rows[0] as SqlScalar[] | undefined) ?? null,
    bytes(sql, parameters = []) {
      const value = found(sql, parameters).rows[0]?.[0] ?? null;
      if (value !== null && !(value instanceof Uint8Array)) throw new TypeError(`it gives no bytes: ${sql}`);
      return value;
    },
    changes() {
      const { inside, changes } = context.pass;
      if (inside === null) return changes;
      return outcome(inside, inside.at - (inside.careful ? 2 : 1)).count;
    },
    transaction(body, of = body, undone) {
      const { inside } = context.pass;
      return inside === null ? outermost(body, of, 'beside', undone) : nested(body, inside);
    },
    changing(body) {
      if (context.pass.inside !== null) throw new Error('a change of the tables cannot stand inside a transaction');
      return outermost(body, body, 'changing');
    },
    latest(body) {
      if (context.pass.inside !== null) throw new Error('it cannot stand inside a transaction');
      return outermost(body, body, 'latest');
    },
    step,
    fixed: (key, make) => context.fixed(key, make),
    look() {
      forget();
      turn.look({ rows: rowsOf });
      context.pass.document = turn.document;
      // Replicas must also have replayed earlier writes.
      if (hasCopies) wrote([look(logPosition)]);
    },
    get inTransaction() {
      return context.pass.inside !== null;
    },
    keepsTables: !onlyReads,
    isCopy: onlyReads,
    get position() {
      return position;
    },
    reached(wanted) {
      if (parseLogPosition(wanted) <= replayedPosition) return true;
      const [row] = rowsOf('SELECT pg_last_wal_replay_lsn()');
      if (row?.[0] != null) replayedPosition = parseLogPosition(String(row[0]));
      return parseLogPosition(wanted) <= replayedPosition;
    },
    forget,
    close,
  };
}
