import { serialize } from 'pg-protocol';
import { CommitUnknown, DatabaseBusy, DatabaseUnavailable, DocumentChanged } from '../errors.ts';
import { type Connection, keptStatements, type Parameter } from '../sql/connection.ts';
import { OnlyReads } from '../store.ts';
import { bound, texts } from './bound.ts';
import { Course, type Foreseen, transactionBegins, type Walk } from './course.ts';
import { DecideAgain, type DecideAgainReason } from './decide-again.ts';
import { numbered } from './placeholders.ts';
import { placeInLog } from './position.ts';
import { type Answer, changesOf, type Found, readAnswer } from './protocol/answer.ts';
import { isCollision, isGoodbye, isOutdated, isShardUnknown, isTimeout, isUnknownName } from './protocol/postgres-error.ts';
import type { Wire } from './protocol/wire.ts';
import { isQuestion } from './questions.ts';
import type { Manner, Turn } from './turn.ts';

export interface ConnectionParts {
  readonly wire: Wire;
  /** Said once in every new session: SQL without parameters. */
  readonly session: string;
  /** Before the names of prepared statements, where several connections share a session. */
  readonly prefix?: string;
  /** What begins a transaction. One that collided again and again runs alone in the end. */
  readonly turn: Turn;
  /** It is a copy that another server keeps up to date. */
  readonly onlyReads?: boolean;
  /** There are copies: how far its log has come is asked with each commit. */
  readonly hasCopies?: boolean;
  /** Waits before trying again; `times` is how often it was tried. */
  readonly pause: (times: number) => void;
}

/** So often a transaction is decided beside others, and so often in all. */
const tries = { besideOthers: 3, all: 12 };

interface Statement {
  readonly name: string;
  types: readonly number[] | null;
}

/**
 * A session of Postgres. Statements are prepared once and kept. What needs no answer of its own (BEGIN, SAVEPOINT, RELEASE) goes along with
 * the next statement, so that a transaction costs one exchange more than its statements: that of COMMIT.
 */
export function connect({ wire, session, turn, pause, prefix = 's', onlyReads = false, hasCopies = false }: ConnectionParts): Connection {
  const statements = new Map<string, Statement>();
  let named = 0;
  let depth = 0;
  /** Commands, and statements whose outcome nobody waits for, that have not been sent yet. Each is answered with one tag. */
  let waiting: (string | Buffer[])[] = [];
  /** Statements that were asked for later, with their names: nothing is known of their columns. */
  const unwatched = new Map<string, string>();
  /** Names of statements that the server may forget. */
  let unused: string[] = [];
  /** A transaction was begun, as far as the server knows. */
  let begun = false;
  /** Each statement has a savepoint: one that fails leaves the transaction alive. */
  let careful = false;
  let changed = 0;
  /** What is done again and again, and what it asks. */
  let position: string | null = null;
  /** Of a copy: so far it has come at least. */
  let come = 0n;
  let courses = new WeakMap<object, Course>();
  let walk: Walk<Found> | null = null;

  const greet = (): void => {
    statements.clear();
    unwatched.clear();
    waiting = [];
    unused = [];
    begun = false;
    const { error } = readAnswer(wire.exchange(serialize.query(session)));
    if (error !== null) throw error;
  };
  greet();

  /** A statement of which nothing is known but that it ends. */
  const blindly = (sql: string, values: (string | Buffer | null)[] = []): Buffer[] => {
    const known = unwatched.get(sql);
    const name = known ?? `${prefix}${++named}`;
    unwatched.set(sql, name);
    return [
      ...(known === undefined ? [serialize.parse({ name, text: numbered(sql) })] : []),
      serialize.bind({ statement: name, values }),
      serialize.execute(),
    ];
  };
  const command = (one: string | Buffer[]): Buffer[] => (typeof one === 'string' ? blindly(one) : one);

  const later = (sql: string, parameters: readonly Parameter[]): void => {
    // By itself it is done at once; and so it is where a failure must be known by its statement.
    if (depth === 0 || careful) return void answerTo(sql, parameters, { reads: false });
    const values = parameters.map(bound);
    walk?.meet(sql, values.map(texts), false);
    waiting.push(blindly(sql, values));
  };

  const prepared = (sql: string): { statement: Statement; messages: Buffer[] } => {
    const found = statements.get(sql);
    if (found !== undefined) {
      // The last used stands last.
      statements.delete(sql);
      statements.set(sql, found);
      // Twice in one exchange: what it finds is told for each.
      return { statement: found, messages: found.types === null ? [serialize.describe({ type: 'S', name: found.name })] : [] };
    }
    const statement: Statement = { name: `${prefix}${++named}`, types: null };
    statements.set(sql, statement);
    const [oldest] = statements.keys();
    if (statements.size > keptStatements && oldest !== undefined) {
      unused.push(statements.get(oldest)?.name ?? '');
      statements.delete(oldest);
    }
    const { name } = statement;
    return { statement, messages: [serialize.parse({ name, text: numbered(sql) }), serialize.describe({ type: 'S', name })] };
  };

  /**
   * One exchange: what waits, the statement, with `careful` its savepoint, and what will probably be asked next. Throws what the server reports of anything but
   * that.
   */
  const ask = (sql: string, parameters: readonly Parameter[], binary: boolean, foreseen: readonly Foreseen[] = []): Found => {
    const guarded = careful && depth > 0;
    const before = guarded ? [...waiting, 'SAVEPOINT "one"'] : waiting;
    const asked = [
      { sql, values: parameters.map(bound), binary, ...prepared(sql) },
      ...foreseen.map((one) => ({ sql: one.sql, values: [...one.parameters], binary: false, ...prepared(one.sql) })),
    ];
    const request = [
      ...unused.map((name) => serialize.close({ type: 'S', name })),
      ...before.flatMap(command),
      ...asked.flatMap(({ statement, messages, values }) => [
        ...messages,
        serialize.bind({ statement: statement.name, values, binary }),
        serialize.execute(),
      ]),
      ...(guarded ? command('RELEASE "one"') : []),
      serialize.sync(),
    ];
    const expected = new Map(
      asked.map((one, place) => [before.length + place, { types: one.statement.types, binary: one.binary }] as const),
    );
    const answer = readAnswer(wire.exchange(Buffer.concat(request)), expected);
    unused = [];
    waiting = [];
    const { error } = answer;
    const late = isLate(answer);
    if (depth > 0) begun = true;
    const found = answer.found.slice(before.length, before.length + asked.length);
    asked.forEach(({ sql: text, statement }, place) => {
      const one = found[place];
      if (one !== undefined) statement.types ??= one.types ?? [];
      // Its name is not used again: whether the server knows it depends on how far it came.
      else if (statement.types === null) drop(text, statement);
    });
    foreseen.forEach((one, place) => {
      const ahead = found[place + 1];
      if (ahead !== undefined) walk?.keep(one, ahead);
    });
    if (error !== null) forgetUnwatched();
    const [main] = found;
    const failed = foreseen[found.length - 1];
    if (error !== null && main !== undefined && failed !== undefined) {
      walk?.failed(failed);
      // By themselves questions stand each alone; a transaction has ended with it.
      if (depth > 0) throw new DecideAgain(reasonOf(error) ?? 'statement', error);
    } else if (error !== null) {
      if (guarded) waiting.push('ROLLBACK TO "one"', 'RELEASE "one"');
      throw late ? new DocumentChanged(error) : error;
    }
    if (main === undefined) throw new Error(`Postgres has answered nothing to ${sql}`);
    changed = changesOf(main);
    return main;
  };

  /** The transaction could not begin: the table that it locks has another name by now (turn.ts). */
  const isLate = ({ error, found }: Answer): boolean => depth > 0 && !begun && found.length === 1 && isUnknownName(error);

  const drop = (sql: string, statement: Statement): void => {
    statements.delete(sql);
    unused.push(statement.name);
  };

  const forgetUnwatched = (): void => {
    unused.push(...unwatched.values());
    unwatched.clear();
  };

  /** What waits, from a place on, is not sent after all. */
  const unsend = (from = 0): void => {
    if (waiting.splice(from).some((one) => typeof one !== 'string')) forgetUnwatched();
  };

  const forget = (): void => {
    courses = new WeakMap();
    unused.push(...Array.from(statements.values(), ({ name }) => name));
    statements.clear();
    forgetUnwatched();
  };

  const reasonOf = (error: unknown): DecideAgainReason | null => {
    if (error instanceof DatabaseUnavailable || isGoodbye(error)) return 'lost';
    if (error instanceof DocumentChanged) return null;
    if (isCollision(error)) return 'collision';
    if (isOutdated(error)) return 'outdated';
    // What took too long the first time takes as long the second.
    return careful || isTimeout(error) ? null : 'statement';
  };

  const answerTo = (sql: string, parameters: readonly Parameter[], { reads = isQuestion(sql), binary = false } = {}): Found => {
    if (onlyReads && !reads) throw new OnlyReads();
    const found = binary ? answerFrom(sql, parameters, binary) : answerAlong(sql, parameters, reads);
    if (!reads && depth === 0 && hasCopies) {
      const written = changed;
      position = String(answerFrom(logPosition, [], false).rows[0]?.[0]);
      changed = written;
    }
    return found;
  };

  /** With what is asked ahead. */
  const answerAlong = (sql: string, parameters: readonly Parameter[], reads: boolean): Found => {
    if (walk === null) return answerFrom(sql, parameters, false);
    const { step, answer } = walk.meet(sql, parameters.map(bound).map(texts), reads);
    // What is written by itself must not fail with a question beside it.
    const foreseen = depth === 0 ? reads : !careful;
    const found = answer ?? answerFrom(sql, parameters, false, foreseen ? walk.foreseen(step) : []);
    if (reads) walk.answered(step, found.rows[0] ?? null);
    return found;
  };

  const answerFrom = (sql: string, parameters: readonly Parameter[], binary: boolean, foreseen: readonly Foreseen[] = []): Found => {
    try {
      return ask(sql, parameters, binary, foreseen);
    } catch (error) {
      if (error instanceof DecideAgain) throw error;
      if (depth > 0) {
        const reason = reasonOf(error);
        throw reason === null ? error : new DecideAgain(reason, error);
      }
      const lost = error instanceof DatabaseUnavailable || isGoodbye(error);
      if (!lost && !isOutdated(error)) throw seen(error);
      // What only reads is asked again; whether a write was done is not known, and a server that is still gone must not hide that.
      if (lost && !isQuestion(sql)) throw unknown(error);
      if (lost) reconnect();
      else forget();
      try {
        return ask(sql, parameters, binary);
      } catch (second) {
        throw seen(second);
      }
    }
  };

  /** A single question that the tables do not understand: they may be those of another document. */
  const seen = (error: unknown): unknown =>
    isUnknownName(error) && turn.isOver((sql, parameters = []) => ask(sql, parameters, false).rows) ? new DocumentChanged(error) : error;

  const reconnect = (): void => {
    wire.reopen();
    greet();
  };

  /** The session is new after it, where there is one to be had. */
  const unknown = (cause: unknown): CommitUnknown => {
    try {
      reconnect();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable) && !isGoodbye(error)) throw error;
    }
    return new CommitUnknown(cause);
  };

  const simple = (text: string): void => {
    const { error } = readAnswer(wire.exchange(Buffer.concat([...command(text), serialize.sync()])));
    if (error !== null) throw error;
  };

  /** What waits, and `last` after it; throws what went wrong with any of it. */
  const send = (last: readonly string[]): Answer => {
    const request = [...waiting, ...last].flatMap(command);
    waiting = [];
    // Once COMMIT is on its way, nobody knows what became of it.
    const lost = (error: unknown): Error => (last.length > 0 ? new CommitUnknown(error) : new DecideAgain('lost', error));
    let answer: Answer;
    try {
      answer = readAnswer(wire.exchange(Buffer.concat([...request, serialize.sync()])));
    } catch (error) {
      throw error instanceof DatabaseUnavailable ? lost(error) : error;
    }
    const late = isLate(answer);
    begun = true;
    if (answer.error === null) return answer;
    forgetUnwatched();
    if (late) throw new DocumentChanged(answer.error);
    if (isGoodbye(answer.error) || isShardUnknown(answer.error)) throw lost(answer.error);
    const reason = reasonOf(answer.error);
    throw reason === null ? answer.error : new DecideAgain(reason, answer.error);
  };

  const commit = (): void => {
    walk?.meet('COMMIT', [], false);
    if (!begun) {
      // Nothing was asked: nothing was begun.
      if (waiting.every((one) => typeof one === 'string')) return;
      // Not together with COMMIT: what a server that is not there was never told can be said again.
      send([]);
    }
    // A COMMIT after a failure that somebody kept to himself is a ROLLBACK.
    const { found } = send(['COMMIT', ...(hasCopies ? [logPosition] : [])]);
    const [ended, at] = hasCopies ? found.slice(-2) : found.slice(-1);
    if (ended?.tag !== 'COMMIT') throw new DecideAgain('statement', new Error('a statement failed in the transaction'));
    position = at === undefined ? position : String(at.rows[0]?.[0]);
  };

  const rollback = (): void => {
    walk?.drop();
    unsend();
    if (begun) simple('ROLLBACK');
  };

  const once = <T>(body: () => T, manner: Manner): T => {
    walk?.meet(transactionBegins, [], false);
    waiting = [...turn.begin(manner)];
    begun = false;
    depth = 1;
    try {
      const result = body();
      commit();
      if (manner === 'changing') turn.changed();
      return result;
    } catch (error) {
      try {
        if (!(error instanceof CommitUnknown)) rollback();
        else reconnect();
      } catch (second) {
        // The session is gone, and the transaction with it: what went wrong first is what counts, and the next one gets a new session.
        if (!(second instanceof DatabaseUnavailable) && !isGoodbye(second)) throw second;
      }
      throw error;
    } finally {
      depth = 0;
      unsend();
      begun = false;
    }
  };

  const outermost = <T>(body: () => T, manner: Manner): T => {
    // Also one that would only read: a copy knows no serializable transactions.
    if (onlyReads) throw new OnlyReads();
    careful = false;
    let collisions = 0;
    const mark = walk?.mark();
    for (let times = 1; ; times++) {
      try {
        return once(body, manner === 'beside' && collisions >= tries.besideOthers ? 'alone' : manner);
      } catch (error) {
        if (!(error instanceof DecideAgain)) throw error;
        if (times >= tries.all) throw givenUp(error);
        if (mark !== undefined) walk?.back(mark);
        if (error.because === 'statement') careful = true;
        else if (error.because === 'outdated') forget();
        else {
          pause(times);
          if (error.because === 'collision') collisions++;
          else reconnect();
        }
      }
    }
  };

  const nested = <T>(body: () => T): T => {
    const point = `"level${depth}"`;
    const begins = `SAVEPOINT ${point}`;
    waiting.push(begins);
    depth++;
    try {
      const result = body();
      if (waiting.at(-1) === begins) waiting.pop();
      else waiting.push(`RELEASE ${point}`);
      return result;
    } catch (error) {
      // What was found out after a write that is taken back is no longer so.
      walk?.drop();
      const unsent = waiting.lastIndexOf(begins);
      if (unsent >= 0) unsend(unsent);
      else if (!(error instanceof DecideAgain)) waiting.push(`ROLLBACK TO ${point}`, `RELEASE ${point}`);
      throw error;
    } finally {
      depth--;
    }
  };

  // What was written before this one began must be in a copy, too.
  if (hasCopies) position = String(answerFrom(logPosition, [], false).rows[0]?.[0]);

  return {
    run: (sql, parameters = []) => void answerTo(sql, parameters, { reads: false }),
    later: (sql, parameters = []) => later(sql, parameters),
    rows: (sql, parameters = []) => answerTo(sql, parameters).rows,
    row: (sql, parameters = []) => answerTo(sql, parameters).rows[0] ?? null,
    bytes: (sql, parameters = []) => answerTo(sql, parameters, { binary: true }).bytes,
    changes: () => changed,
    transaction: (body) => (depth === 0 ? outermost(body, 'beside') : nested(body)),
    changing(body) {
      if (depth > 0) throw new Error('a change of the tables cannot stand inside a transaction');
      return outermost(body, 'changing');
    },
    accustomed(habit, known, body) {
      // Inside another course it is a part of that.
      if (walk !== null || depth > 0) return body();
      const course = courses.get(habit) ?? new Course();
      courses.set(habit, course);
      const mine = course.walk<Found>(known);
      walk = mine;
      try {
        const result = body();
        mine.end();
        return result;
      } finally {
        walk = null;
      }
    },
    look: () => turn.look({ rows: (sql, parameters = []) => answerTo(sql, parameters).rows }),
    get inTransaction() {
      return depth > 0;
    },
    keepsTables: !onlyReads,
    isCopy: onlyReads,
    get position() {
      return position;
    },
    reached(wanted) {
      if (placeInLog(wanted) <= come) return true;
      const [row] = answerTo('SELECT pg_last_wal_replay_lsn()', []).rows;
      if (row?.[0] != null) come = placeInLog(String(row[0]));
      return placeInLog(wanted) <= come;
    },
    forget,
    close: () => wire.close(),
  };
}

/** What was tried often enough; nothing of it was done. */
function givenUp({ because, cause }: DecideAgain): unknown {
  if (because === 'collision') return new DatabaseBusy(cause);
  return because === 'lost' && !(cause instanceof DatabaseUnavailable) ? new DatabaseUnavailable(String(cause)) : cause;
}

const logPosition = 'SELECT pg_current_wal_lsn()';
