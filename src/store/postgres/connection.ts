import { pending } from '../../base/pending.ts';
import type { SqlScalar } from '../../expression/sql/represent.ts';
import { CommitUnknown, DatabaseBusy, DatabaseUnavailable, DocumentChanged } from '../errors.ts';
import type { Connection, Parameter } from '../sql/connection.ts';
import { OnlyReads } from '../store.ts';
import { DecideAgain, type DecideAgainReason } from './decide-again.ts';
import type { DocumentLock, TransactionMode } from './document-lock.ts';
import type { Asked, Door, Inside, Transaction } from './door.ts';
import type { Found, Question, Reply } from './exchange.ts';
import { furthest, placeInLog } from './position.ts';
import { isCollision, isGoodbye, isOutdated, isShardUnknown, isTimeout, isUnknownName, PostgresError } from './postgres-error.ts';
import { Unreachable } from './unreachable.ts';

export interface ConnectionParts {
  readonly door: Door;
  /** What begins a transaction. One that collided again and again runs alone in the end. */
  readonly turn: DocumentLock;
  /** It is a replica that another server keeps up to date. */
  readonly onlyReads?: boolean;
  /** There are replicas: each commit also asks for the position of the log. */
  readonly hasCopies?: boolean;
  /** Milliseconds to wait before repeating a transaction; `times` is the number of attempts. */
  readonly pause: (times: number) => number;
  close(): void;
}

/** So often a transaction is decided beside others, and so often in all. */
const tries = { besideOthers: 3, all: 12 };

const logPosition: Question = { sql: 'SELECT pg_current_wal_lsn()', values: [] };

/** It only reads: it may be asked again, and early. */
const isQuestion = (sql: string): boolean => /^\s*SELECT\b/i.test(sql);

/** As Postgres reads it from text; bytes go as they are. */
const bound = (value: Parameter): string | Uint8Array | null =>
  value === null || typeof value === 'string' || value instanceof Uint8Array ? value : String(value);

const questionOf = (sql: string, parameters: readonly Parameter[]): Question => ({ sql, values: parameters.map(bound) });

const keyOf = ({ sql, values }: Question): string =>
  values.length === 0 ? sql : `${sql}\0${values.map((value) => (value === null ? 'null' : `=${String(value)}`)).join('\0')}`;

const isSame = (a: Question, b: Question): boolean => a.sql === b.sql && keyOf(a) === keyOf(b);

/** What was tried often enough; nothing of it was done. */
function givenUp({ because, cause }: DecideAgain): unknown {
  if (because === 'collision') return new DatabaseBusy(cause);
  return because === 'lost' && !(cause instanceof DatabaseUnavailable) ? new DatabaseUnavailable(String(cause)) : cause;
}

/** Throws the first error. */
function allFound(replies: readonly Reply[]): readonly Found[] {
  return replies.map((reply) => {
    if (reply instanceof PostgresError) throw reply;
    return reply;
  });
}

const command = (sql: string): Question => ({ sql, values: [] });

/**
 * Sends SQL to Postgres through a door that may not have the answer yet (docs/decisions/0080): then
 * it throws `pending`, and the body runs again from its start once the answer is there. Reads are
 * identified by their text and values; writes of a transaction are queued and sent with its next
 * read or with COMMIT.
 */
export function connect({ door, turn, pause, close, onlyReads = false, hasCopies = false }: ConnectionParts): Connection {
  let position: string | null = null;
  /** Of a replica: at least so far it has come. */
  let come = 0n;

  const wrote = (replies: readonly Found[]): void => {
    const at = hasCopies ? replies.at(-1)?.rows[0]?.[0] : undefined;
    if (at !== undefined) position = furthest(position, String(at));
  };

  // Outside of transactions.

  /**
   * Another run may have switched this process to another document in the meantime: then this run
   * still asks for the old one.
   */
  const isUpToDate = (): void => {
    const { pass } = door;
    pass.document ??= turn.document;
    if (pass.document !== turn.document) throw new DocumentChanged(null);
  };

  const look = (question: Question): Found => {
    const { pass } = door;
    return door.ask(`${pass.unit} ${keyOf(question)}`, () => ({
      request: { kind: 'read', questions: [question] },
      read: (replies) => allFound(replies)[0] as Found,
    }));
  };

  const rowsOf = (sql: string, parameters: readonly Parameter[] = []): SqlScalar[][] =>
    look(questionOf(sql, parameters)).rows as SqlScalar[][];

  /** A single question that the tables do not understand: they may be those of another document. */
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
    if (door.pending) throw pending;
    isUpToDate();
    const { pass } = door;
    const unit = pass.unit++;
    try {
      const found = door.ask(`${unit} written`, () => ({
        request: { kind: 'write', questions: [question, ...(hasCopies ? [logPosition] : [])] },
        read(replies) {
          const all = allFound(replies);
          wrote(all);
          return all[0] as Found;
        },
      }));
      pass.changes = found.count;
      return found;
    } catch (error) {
      if (error instanceof Unreachable || !(error instanceof DatabaseUnavailable || isGoodbye(error))) throw error;
      throw new CommitUnknown(error);
    }
  };

  // Inside a transaction.

  const reasonOf = (error: unknown, careful: boolean): DecideAgainReason | null => {
    if (error instanceof Unreachable || error instanceof DocumentChanged) return null;
    if (error instanceof DatabaseUnavailable || isGoodbye(error)) return 'lost';
    if (isCollision(error)) return 'collision';
    if (isOutdated(error)) return 'outdated';
    // What took too long the first time takes as long the second.
    return !(error instanceof PostgresError) || careful || isTimeout(error) ? null : 'statement';
  };

  /** Sends what was not sent yet, and `more` after it. */
  const exchange = <T>(
    { transaction, careful }: Inside,
    key: string,
    more: readonly Question[],
    read: (found: readonly Found[]) => T,
  ): T => {
    const asked = (): Asked<T> => {
      // What it read is decided otherwise now, and it cannot be asked any more.
      if (transaction.ended) throw new DecideAgain('collision', new Error('the transaction has ended'));
      const failed = transaction.replies.find((reply) => reply instanceof PostgresError);
      if (failed !== undefined && !careful) throw failed;
      const from = transaction.sent;
      const questions = [...transaction.commands.slice(from), ...more];
      transaction.sent = transaction.commands.length;
      return {
        request: { kind: 'transaction', transaction: transaction.id, questions, ends: false },
        read(replies) {
          const failed = replies.findIndex((reply) => reply instanceof PostgresError);
          // It could not begin: the table that it locks has another name by now (turn.ts).
          if (from === 0 && failed === 1 && isUnknownName(replies[failed])) throw new DocumentChanged(replies[failed]);
          const commands = questions.length - more.length;
          for (let place = 0; place < commands; place++) transaction.replies[from + place] = replies[place] as Reply;
          return read(allFound(replies).slice(commands));
        },
      };
    };
    try {
      return door.ask(key, asked);
    } catch (error) {
      const reason = error === pending || error instanceof DecideAgain ? null : reasonOf(error, careful);
      throw reason === null ? error : new DecideAgain(reason, error);
    }
  };

  /** Queues a command; gives its place. */
  const queue = (inside: Inside, question: Question): number => {
    if (door.pending) throw pending;
    const { transaction } = inside;
    const known = transaction.commands[inside.at];
    if (known === undefined) {
      if (transaction.ended) throw new DecideAgain('collision', new Error('the transaction has ended'));
      transaction.commands.push(question);
    } else if (!isSame(known, question)) throw new DecideAgain('collision', new Error('the body did something else when it ran again'));
    return inside.at++;
  };

  const outcome = (inside: Inside, place: number): Found => {
    const { replies } = inside.transaction;
    const known = replies[place];
    if (known !== undefined && !(known instanceof PostgresError)) return known;
    exchange(inside, `${inside.unit} command ${place}`, [], () => null);
    return replies[place] as Found;
  };

  const enter = (inside: Inside): void => {
    inside.levels.forEach((level, index) => {
      if (level.made) return;
      queue(inside, command(`SAVEPOINT "level${index + 1}"`));
      level.made = true;
    });
  };

  /** A failing statement is reported immediately, and what was done before it stays. */
  const guarded = (inside: Inside, question: Question): number => {
    queue(inside, command('SAVEPOINT "one"'));
    const place = queue(inside, question);
    queue(inside, command('RELEASE "one"'));
    try {
      outcome(inside, place);
    } catch (error) {
      if (error instanceof PostgresError) {
        queue(inside, command('ROLLBACK TO "one"'));
        queue(inside, command('RELEASE "one"'));
      }
      throw error;
    }
    return place;
  };

  const change = (inside: Inside, question: Question): number => {
    enter(inside);
    return inside.careful ? guarded(inside, question) : queue(inside, question);
  };

  const lookInside = (inside: Inside, question: Question): Found => {
    if (inside.careful) return outcome(inside, guarded(inside, question));
    return exchange(inside, `${inside.unit} ${inside.at} ${keyOf(question)}`, [question], ([found]) => found as Found);
  };

  const found = (sql: string, parameters: readonly Parameter[] = [], reads = isQuestion(sql)): Found => {
    if (onlyReads && !reads) throw new OnlyReads();
    const question = questionOf(sql, parameters);
    const { inside } = door.pass;
    if (inside === null) return reads ? lookUp(question) : write(question);
    return reads ? lookInside(inside, question) : outcome(inside, change(inside, question));
  };

  const run = (sql: string, parameters: readonly Parameter[] = []): void => {
    const { inside } = door.pass;
    if (inside === null) return void found(sql, parameters, false);
    change(inside, questionOf(sql, parameters));
  };

  /**
   * What a body failed with. Its queued writes are sent first: if one fails too, it failed before
   * `error`, and the body decides again knowing that, as it would over a synchronous store.
   */
  const firstFailure = (inside: Inside, error: unknown): unknown => {
    const { transaction, unit, begins } = inside;
    const isQueued = transaction.sent < transaction.commands.length && transaction.commands.length > begins;
    transaction.settles ||= isQueued && !transaction.ended;
    if (!transaction.settles) return error;
    try {
      exchange(inside, `${unit} settled`, [], () => null);
      return error;
    } catch (earlier) {
      return earlier;
    }
  };

  const end = ({ id }: Transaction, sql: 'COMMIT' | 'ROLLBACK'): void =>
    door.tell({ kind: 'transaction', transaction: id, questions: [command(sql)], ends: true });

  const commit = (inside: Inside): void => {
    const { transaction, unit, begins } = inside;
    if (transaction.commands.length <= begins && !transaction.ended) {
      // It wrote nothing. Where something was read, that is one snapshot: no answer is waited for.
      transaction.ended = true;
      if (transaction.sent > 0) end(transaction, 'COMMIT');
      return;
    }
    // Not together with COMMIT: what a lost server never received can be sent again.
    if (!transaction.ended && transaction.sent === 0) exchange(inside, `${unit} begun`, [], () => null);
    try {
      door.ask(`${unit} committed`, () => {
        const questions = [...transaction.commands.slice(transaction.sent), command('COMMIT'), ...(hasCopies ? [logPosition] : [])];
        transaction.ended = true;
        return {
          request: { kind: 'transaction', transaction: transaction.id, questions, ends: true },
          read(replies) {
            const all = allFound(replies);
            // A COMMIT after a failure that the body kept to itself is a ROLLBACK.
            if (all[questions.length - (hasCopies ? 2 : 1)]?.command !== 'COMMIT')
              throw new DecideAgain('statement', new Error('a statement failed in the transaction'));
            wrote(all);
          },
        };
      });
    } catch (error) {
      if (error === pending || error instanceof DecideAgain) throw error;
      // Once COMMIT is sent, its result is unknown.
      if (error instanceof DatabaseUnavailable || isGoodbye(error) || isShardUnknown(error)) throw new CommitUnknown(error);
      const reason = reasonOf(error, inside.careful);
      throw reason === null ? error : new DecideAgain(reason, error);
    }
  };

  const once = <T>(body: () => T, manner: TransactionMode, careful: boolean): T => {
    const { pass } = door;
    const unit = pass.unit++;
    const transaction = door.transaction(unit);
    if (transaction.decided !== null && transaction.committed) {
      pass.draws = transaction.decided.draws;
      return transaction.decided.value as T;
    }
    if (transaction.decided === null) isUpToDate();
    const begin = turn.begin(manner);
    const inside: Inside = { transaction, unit, careful, begins: begin.length, at: 0, steps: 0, levels: [] };
    pass.inside = inside;
    try {
      if (transaction.decided === null) {
        for (const sql of begin) queue(inside, command(sql));
        const value = body();
        if (door.pending) throw pending;
        transaction.decided = { value, draws: pass.draws };
      }
      const { value, draws } = transaction.decided;
      pass.draws = draws;
      commit(inside);
      if (manner === 'changing') {
        turn.changed();
        pass.document = turn.document;
      }
      transaction.committed = true;
      return value as T;
    } catch (error) {
      const cause = careful || door.pending || error instanceof DecideAgain ? error : firstFailure(inside, error);
      if (!door.pending && !transaction.ended) {
        transaction.ended = true;
        if (transaction.sent > 0) end(transaction, 'ROLLBACK');
      }
      throw cause;
    } finally {
      pass.inside = null;
    }
  };

  const outermost = <T>(body: () => T, manner: TransactionMode): T => {
    // Also one that would only read: a replica knows no serializable transactions.
    if (onlyReads) throw new OnlyReads();
    let careful = false;
    let collisions = 0;
    for (let times = 1; ; times++) {
      try {
        return once(body, manner === 'beside' && collisions >= tries.besideOthers ? 'alone' : manner, careful);
      } catch (error) {
        if (door.pending || !(error instanceof DecideAgain)) throw error;
        // A change of the tables is thousands of statements, none of which may fail.
        if (times >= tries.all || (error.because === 'statement' && manner === 'changing')) throw givenUp(error);
        if (error.because === 'statement') careful = true;
        else if (error.because !== 'outdated') {
          if (error.because === 'collision') collisions++;
          door.ask(`${door.pass.unit} pause`, () => ({
            request: { kind: 'pause', milliseconds: pause(times) },
            read: () => null,
          }));
        }
      }
    }
  };

  const nested = <T>(body: () => T, inside: Inside): T => {
    const level = { made: false };
    const name = `"level${inside.levels.push(level)}"`;
    try {
      const result = body();
      if (level.made) queue(inside, command(`RELEASE ${name}`));
      return result;
    } catch (error) {
      if (level.made && !door.pending && !(error instanceof DecideAgain)) {
        queue(inside, command(`ROLLBACK TO ${name}`));
        queue(inside, command(`RELEASE ${name}`));
      }
      throw error;
    } finally {
      inside.levels.pop();
    }
  };

  /** A statement prepared for the former tables accepts values of the former types. */
  const forget = (): void => {
    if (!door.pending) door.tell({ kind: 'forget' });
  };

  const step = <T>(body: () => T): T => {
    const { pass } = door;
    const { inside } = pass;
    if (inside === null) return body();
    enter(inside);
    const number = inside.steps++;
    const { steps } = inside.transaction;
    const done = steps.get(number);
    if (done !== undefined) {
      [inside.at, pass.draws, inside.steps] = [done.at, done.draws, done.next];
      return done.value as T;
    }
    const value = body();
    if (!door.pending) steps.set(number, { value, at: inside.at, draws: pass.draws, next: inside.steps });
    return value;
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
      const { inside, changes } = door.pass;
      if (inside === null) return changes;
      return outcome(inside, inside.at - (inside.careful ? 2 : 1)).count;
    },
    transaction(body) {
      const { inside } = door.pass;
      return inside === null ? outermost(body, 'beside') : nested(body, inside);
    },
    changing(body) {
      if (door.pass.inside !== null) throw new Error('a change of the tables cannot stand inside a transaction');
      return outermost(body, 'changing');
    },
    latest(body) {
      if (door.pass.inside !== null) throw new Error('it cannot stand inside a transaction');
      return outermost(body, 'latest');
    },
    step,
    fixed: (key, make) => door.fixed(key, make),
    look() {
      forget();
      turn.look({ rows: rowsOf });
      door.pass.document = turn.document;
      // What was written before must be in a replica, too.
      if (hasCopies) wrote([look(logPosition)]);
    },
    get inTransaction() {
      return door.pass.inside !== null;
    },
    keepsTables: !onlyReads,
    isCopy: onlyReads,
    get position() {
      return position;
    },
    reached(wanted) {
      if (placeInLog(wanted) <= come) return true;
      const [row] = rowsOf('SELECT pg_last_wal_replay_lsn()');
      if (row?.[0] != null) come = placeInLog(String(row[0]));
      return placeInLog(wanted) <= come;
    },
    forget,
    close,
  };
}
