import { pending } from '../../base/pending.ts';
import { CommitUnknown, DatabaseUnavailable, DocumentChanged } from '../errors.ts';
import { DecideAgain, type DecideAgainReason } from './decide-again.ts';
import type { Found, Question, Reply } from './exchange.ts';
import type { PassContext, PendingRequest, Transaction, TransactionPass } from './pass-context.ts';
import { isCollision, isOutdated, isSessionEnd, isShardUnknown, isTimeout, isUnknownName, PostgresError } from './postgres-error.ts';
import { command, isSame, logPosition, resultsOrThrow, valuesKey } from './questions.ts';
import { Unreachable } from './unreachable.ts';

interface Parts {
  readonly context: PassContext;
  /** Whether there are replicas; each commit then also reads the position of the log. */
  readonly hasCopies: boolean;
  /** Reads that position from the replies. */
  readonly wrote: (replies: readonly Found[]) => void;
}

/**
 * The operations of a body inside a transaction. Writes are queued, and sent with the next read or
 * with COMMIT. `careful`: each statement is sent by itself between savepoints.
 */
export function insideTransaction({ context, hasCopies, wrote }: Parts) {
  const reasonOf = (error: unknown, careful: boolean): DecideAgainReason | null => {
    if (error instanceof Unreachable || error instanceof DocumentChanged) return null;
    if (error instanceof DatabaseUnavailable || isSessionEnd(error)) return 'lost';
    if (isCollision(error)) return 'collision';
    if (isOutdated(error)) return 'outdated';
    // A retry would take as long.
    return !(error instanceof PostgresError) || careful || isTimeout(error) ? null : 'statement';
  };

  /** Sends the commands that were not sent yet, followed by `more`. */
  const exchange = <T>(
    { transaction, careful }: TransactionPass,
    key: string,
    more: readonly Question[],
    read: (found: readonly Found[]) => T,
    sql = '',
  ): T => {
    const request = (): PendingRequest<T> => {
      // The transaction has already ended with another decision, and the server cannot continue it.
      if (transaction.ended) throw new DecideAgain('collision', new Error('the transaction has ended'));
      if (transaction.failed !== null && !careful) throw transaction.failed;
      transaction.reads.push({ key, sql });
      const from = transaction.sent;
      const questions = [...transaction.commands.after(from), ...more];
      transaction.sent = transaction.commands.length;
      return {
        request: { kind: 'transaction', transaction: transaction.id, questions, ends: false },
        read(replies) {
          const failed = replies.findIndex((reply) => reply instanceof PostgresError);
          // It could not begin: the table to lock has been renamed (document-lock.ts).
          if (from === 0 && failed === 1 && isUnknownName(replies[failed])) throw new DocumentChanged(replies[failed]);
          const commands = questions.length - more.length;
          for (let place = 0; place < commands; place++) {
            const reply = replies[place] as Reply;
            transaction.replies.put(from + place, reply);
            if (reply instanceof PostgresError) transaction.failed ??= reply;
          }
          return read(resultsOrThrow(replies).slice(commands));
        },
      };
    };
    try {
      return context.ask(key, request, sql);
    } catch (error) {
      const reason = error === pending || error instanceof DecideAgain ? null : reasonOf(error, careful);
      throw reason === null ? error : new DecideAgain(reason, error);
    }
  };

  /** Queues a command; returns its place. */
  const queue = (inside: TransactionPass, question: Question): number => {
    if (context.pending) throw pending;
    const { transaction } = inside;
    const known = transaction.commands.at(inside.at);
    if (inside.at === transaction.commands.length) {
      if (transaction.ended) throw new DecideAgain('collision', new Error('the transaction has ended'));
      transaction.commands.push(question);
    } else if (known === undefined || !isSame(known, question))
      throw new DecideAgain('collision', new Error('the body did something else when it ran again'));
    return inside.at++;
  };

  const outcome = (inside: TransactionPass, place: number): Found => {
    const { replies } = inside.transaction;
    const known = replies.at(place);
    if (known !== undefined && !(known instanceof PostgresError)) return known;
    exchange(inside, `${inside.unit} command ${place}`, [], () => null);
    return replies.at(place) as Found;
  };

  const enter = (inside: TransactionPass): void => {
    inside.levels.forEach((level, index) => {
      if (level.made) return;
      queue(inside, command(`SAVEPOINT "level${index + 1}"`));
      level.made = true;
    });
  };

  /**
   * Sends a statement with a savepoint, so that a failure is reported immediately and earlier
   * writes stay.
   */
  const guarded = (inside: TransactionPass, question: Question): number => {
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

  const change = (inside: TransactionPass, question: Question): number => {
    enter(inside);
    return inside.careful ? guarded(inside, question) : queue(inside, question);
  };

  const lookInside = (inside: TransactionPass, question: Question): Found => {
    if (inside.careful) return outcome(inside, guarded(inside, question));
    return exchange(inside, `${inside.unit} ${inside.at} ${valuesKey(question)}`, [question], ([found]) => found as Found, question.sql);
  };

  /**
   * The error to report after a body failed. Its queued writes are sent first: if one of them fails
   * too, it failed before `error`, so the body decides again knowing that, as it would with a
   * synchronous store.
   */
  const firstFailure = (inside: TransactionPass, error: unknown): unknown => {
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
    context.tell({ kind: 'transaction', transaction: id, questions: [command(sql)], ends: true });

  const commit = (inside: TransactionPass): void => {
    const { transaction, unit, begins } = inside;
    if (transaction.commands.length <= begins && !transaction.ended) {
      // It wrote nothing, and its reads were one snapshot, so there is no answer to wait for.
      transaction.ended = true;
      if (transaction.sent > 0) end(transaction, 'COMMIT');
      return;
    }
    // Begin in a request of its own: if the server is lost before COMMIT was sent, everything can
    // be repeated.
    if (!transaction.ended && transaction.sent === 0) exchange(inside, `${unit} begun`, [], () => null);
    try {
      context.ask(`${unit} committed`, () => {
        // After a rollback, COMMIT would refer to no transaction, and would succeed.
        if (transaction.ended) throw new DecideAgain('collision', new Error('the transaction has ended'));
        const questions = [...transaction.commands.after(transaction.sent), command('COMMIT'), ...(hasCopies ? [logPosition] : [])];
        transaction.ended = true;
        return {
          request: { kind: 'transaction', transaction: transaction.id, questions, ends: true },
          read(replies) {
            const all = resultsOrThrow(replies);
            // If a statement failed and the body caught the error, COMMIT acts as ROLLBACK.
            if (all[questions.length - (hasCopies ? 2 : 1)]?.command !== 'COMMIT')
              throw new DecideAgain('statement', new Error('a statement failed in the transaction'));
            wrote(all);
          },
        };
      });
    } catch (error) {
      if (error === pending || error instanceof DecideAgain) throw error;
      // Once COMMIT was sent, its outcome is unknown.
      if (error instanceof DatabaseUnavailable || isSessionEnd(error) || isShardUnknown(error)) throw new CommitUnknown(error);
      const reason = reasonOf(error, inside.careful);
      throw reason === null ? error : new DecideAgain(reason, error);
    }
  };

  const nested = <T>(body: () => T, inside: TransactionPass): T => {
    const level = { made: false };
    const name = `"level${inside.levels.push(level)}"`;
    try {
      const result = body();
      if (level.made) queue(inside, command(`RELEASE ${name}`));
      return result;
    } catch (error) {
      if (level.made && !context.pending && !(error instanceof DecideAgain)) {
        queue(inside, command(`ROLLBACK TO ${name}`));
        queue(inside, command(`RELEASE ${name}`));
      }
      throw error;
    } finally {
      inside.levels.pop();
    }
  };

  const step = <T>(body: () => T): T => {
    const { inside } = context.pass;
    if (inside === null) return body();
    enter(inside);
    const number = inside.steps++;
    const { steps } = inside.transaction;
    const done = steps.get(number);
    if (done !== undefined) {
      [inside.at, inside.draws, inside.steps] = [done.at, done.draws, done.next];
      return done.value as T;
    }
    const { transaction, at: from, draws } = inside;
    const isOutermost = inside.depth === 0;
    if (isOutermost && transaction.step?.number !== number) transaction.step = { number, reads: transaction.reads.length };
    inside.depth++;
    try {
      const value = body();
      if (context.pending) return value;
      steps.set(number, { value, at: inside.at, draws: inside.draws, next: inside.steps });
      for (let inner = number + 1; inner < inside.steps; inner++) steps.delete(inner);
      if (isOutermost) letGo(inside, from, draws);
      return value;
    } finally {
      inside.depth--;
    }
  };

  /**
   * Releases what a finished step has read and written, because the step is not re-run: a long
   * transaction then needs no more memory than a short one.
   */
  const letGo = ({ transaction, at, draws }: TransactionPass, from: number, drawn: number): void => {
    const { reads, over, commands, replies } = transaction;
    transaction.drawn.letGo(drawn, draws);
    for (const { key, sql } of reads.splice(transaction.step?.reads ?? reads.length)) context.forget(key, sql);
    over.push({ from, to: at });
    for (let next = over[0]; next !== undefined && next.to <= transaction.sent; next = over[0]) {
      commands.letGo(next.from, next.to);
      replies.letGo(next.from, next.to);
      over.shift();
    }
  };

  return { change, commit, end, enter, firstFailure, lookInside, nested, outcome, queue, step };
}
