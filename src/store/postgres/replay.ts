import { CommitUnknown } from '../errors.ts';
import type { Connection, Parameter } from '../sql/connection.ts';
import { OnlyReads } from '../store.ts';
import { type AskedSession, type Question, Session } from './asked-session.ts';
import { bound, texts } from './bound.ts';
import { Course, transactionBegins, type Walk } from './course.ts';
import { type Answer, changesOf, type Found } from './protocol/answer.ts';
import { isCollision, isGoodbye, isShardUnknown, isUnknownName } from './protocol/postgres-error.ts';
import { isQuestion } from './questions.ts';

/** A statement of a transaction, and what it found; null: it goes along with the next, and nobody waits for it. */
interface Step extends Question {
  found: Found | null;
}

/** What a transaction has done so far, in its order. */
interface Transaction {
  readonly steps: Step[];
  /** How many of them the body has come to, this time. */
  at: number;
  /** How many of them the server has been told. */
  sent: number;
  /** Its own from the first statement to the end; null: the server knows nothing of it yet. */
  session: Session | null;
  ended: boolean;
}

/** What one body has been told so far. */
interface Run {
  /** Outside of transactions, by question. */
  readonly told: Map<string, Found>;
  readonly transactions: Transaction[];
  /** How many transactions the body has begun, this time. */
  begun: number;
  /** The one that the body is in. */
  inside: Transaction | null;
  /** The body is through with it, the server has not been told. */
  uncommitted: Transaction | null;
  /** What came from elsewhere, in the order in which it was asked for. */
  readonly drawn: unknown[];
  draws: number;
  changes: number;
  habit: object | null;
  walk: Walk<Found> | null;
  /** Somebody else wrote at the same time: another time it may go well. */
  collided: boolean;
  /** What it stopped for. */
  wanted: (Question & { readonly key: string; readonly step: number; readonly reads: boolean }) | null;
}

export interface ReplayParts {
  /** They are shared by all that only look. */
  readonly looking: readonly AskedSession[];
  /** Each is one transaction's at a time; none: nothing is written. */
  readonly writing?: readonly AskedSession[];
  /** What begins a transaction. */
  readonly begin?: () => readonly string[];
}

/** More than this is done where it keeps nobody waiting: questions one after the other, statements of a transaction. */
const most = { rounds: 8, steps: 60 };
/** What could not be answered here so often in a row is then not tried so many times. The first times it may only be that what is asked is still being learnt. */
const failures = 3;
const rest = 200;

/** Thrown through a body that asks what is not known yet. One for all: what it costs to make one is more than most bodies. */
class Wanted extends Error {
  override readonly name = 'Wanted';
}
const wanted = new Wanted('a question whose answer is not there yet');

/**
 * Synchronous questions of a thread that must not wait (docs/decisions/0014): a body runs until it asks what is not known, the server is asked, with everything that it will probably ask
 * after that, and it runs again from its beginning with the answers. In most cases it runs twice, and the first time not far. What it does beside must be harmless when it is done again, and what it
 * takes from elsewhere it takes by `once`.
 *
 * A transaction goes straight to its end, which is the body's as well, or is taken back and left to another thread: whatever fails, collides, asks more after it or takes long is decided again there,
 * where somebody may wait for it.
 */
export class Replay {
  readonly connection: Connection;
  readonly #looking: Session[];
  readonly #writing: Session[];
  readonly #begin: () => readonly string[];
  /** Those of `#writing` that are in no transaction. */
  readonly #free: Session[];
  /** Transactions that wait for a session. */
  readonly #waiting: ((session: Session) => void)[] = [];
  readonly #types = new Map<string, readonly number[]>();
  readonly #courses = new WeakMap<object, Course>();
  /** How often in a row a habit could not be answered, and how often it is left alone. */
  readonly #failures = new WeakMap<object, number>();
  readonly #resting = new WeakMap<object, number>();
  #run: Run | null = null;
  /** A transaction could not begin: the tables may be those of another document. */
  outdated = false;

  constructor({ looking, writing = [], begin = () => [] }: ReplayParts) {
    this.#looking = looking.map((one) => new Session(one, this.#types));
    this.#writing = writing.map((one) => new Session(one, this.#types));
    this.#free = [...this.#writing];
    this.#begin = begin;
    this.connection = this.#connection();
  }

  /**
   * Null: it cannot be answered here, for whatever reason; then nothing has been done. Rejects with what the body throws, after its transaction was taken back, and with CommitUnknown.
   */
  async run<T>(body: () => T): Promise<{ readonly value: T } | null> {
    const run: Run = {
      told: new Map(),
      transactions: [],
      begun: 0,
      inside: null,
      uncommitted: null,
      drawn: [],
      draws: 0,
      changes: 0,
      habit: null,
      walk: null,
      collided: false,
      wanted: null,
    };
    try {
      return await this.#rounds(run, body);
    } finally {
      // Of what was given up, nothing stays; what was thrown was taken back already.
      for (const one of run.transactions) this.#takeBack(one);
    }
  }

  /** What comes from elsewhere (ids, randomness): the same however often the body runs. */
  once<T>(draw: () => T): T {
    const run = this.#run;
    if (run === null) return draw();
    const at = run.draws++;
    if (at === run.drawn.length) run.drawn.push(draw());
    return run.drawn[at] as T;
  }

  async #rounds<T>(run: Run, body: () => T): Promise<{ readonly value: T } | null> {
    for (let rounds = 0; rounds < most.rounds; rounds++) {
      const result = this.#pass(run, body);
      if (result === 'elsewhere') break;
      if (result === 'wants') {
        if (await this.#ask(run)) continue;
        break;
      }
      if (run.uncommitted !== null && !(await this.#commit(run))) break;
      run.walk?.end();
      if (run.habit !== null) this.#failures.delete(run.habit);
      return result;
    }
    return this.#leave(run);
  }

  /** From the body's beginning as far as it comes. */
  #pass<T>(run: Run, body: () => T): { readonly value: T } | 'wants' | 'elsewhere' {
    run.begun = run.draws = 0;
    run.inside = run.uncommitted = run.wanted = null;
    this.#run = run;
    try {
      return { value: body() };
    } catch (error) {
      if (error === wanted) return 'wants';
      if (error instanceof OnlyReads) return 'elsewhere';
      throw error;
    } finally {
      this.#run = null;
    }
  }

  #leave({ habit, collided }: Run): null {
    if (habit === null || collided) return null;
    const times = (this.#failures.get(habit) ?? 0) + 1;
    this.#failures.set(habit, times % failures);
    if (times === failures) this.#resting.set(habit, rest);
    return null;
  }

  /** False: an error, a lost connection, or too much. */
  async #ask(run: Run): Promise<boolean> {
    const { wanted: question, inside, walk, told } = run;
    if (question === null) return false;
    const foreseen = question.reads || inside !== null ? (walk?.foreseen(question.step) ?? []) : [];
    const asked = [question, ...foreseen.map(({ sql, parameters }) => ({ sql, values: parameters }))];
    const before = inside === null ? 0 : this.#unsent(inside).length;
    const answer = inside === null ? await this.#idlest()?.ask(asked) : await this.#tell(inside, asked);
    const [main, ...ahead] = answer?.found.slice(before) ?? [];
    run.collided = isCollision(answer?.error);
    if (answer == null || main === undefined) return false;
    if (inside !== null) {
      inside.steps.push({ ...question, found: main });
      inside.sent = inside.steps.length;
    } else told.set(question.key, main);
    walk?.answered(question.step, main.rows[0] ?? null);
    ahead.forEach((found, place) => {
      const one = foreseen[place];
      if (one !== undefined) walk?.keep(one, found);
    });
    const failed = answer.error === null ? undefined : foreseen[ahead.length];
    if (failed !== undefined) walk?.failed(failed);
    // By themselves questions stand each alone; a transaction has ended with it.
    return answer.error === null || inside === null;
  }

  /** What the server has not been told of a transaction, from its beginning. */
  #unsent({ steps, sent, session }: Transaction): Question[] {
    const begin = session === null ? this.#begin().map((sql) => ({ sql, values: [] })) : [];
    return [...begin, ...steps.slice(sent)];
  }

  /** Null: the connection is lost. */
  async #tell(transaction: Transaction, last: readonly Question[]): Promise<Answer | null> {
    const asked = [...this.#unsent(transaction), ...last];
    const isFirst = transaction.session === null;
    const session = (transaction.session ??= await this.#session());
    if (session === null) return null;
    const answer = await session.ask(asked);
    transaction.sent = transaction.steps.length;
    // It could not begin: the table that it locks has another name by now (turn.ts).
    if (isFirst && isUnknownName(answer?.error)) this.outdated = true;
    return answer;
  }

  /** False: it was not committed. */
  async #commit(run: Run): Promise<boolean> {
    const transaction = run.uncommitted;
    if (transaction === null) return false;
    run.walk?.meet('COMMIT', [], false);
    if (transaction.session === null) {
      if (transaction.steps.length === 0) {
        transaction.ended = true;
        return true;
      }
      // Not together with COMMIT: what a server that is not there was never told can be said again.
      const begun = await this.#tell(transaction, []);
      if (begun === null || begun.error !== null) return false;
    }
    const answer = await this.#tell(transaction, [{ sql: 'COMMIT', values: [] }]);
    if (answer === null) {
      this.#end(transaction);
      throw new CommitUnknown(new Error('the connection was lost'));
    }
    if (answer.error !== null && (isGoodbye(answer.error) || isShardUnknown(answer.error))) {
      this.#end(transaction);
      throw new CommitUnknown(answer.error);
    }
    run.collided = isCollision(answer.error);
    if (answer.error !== null || answer.found.at(-1)?.tag !== 'COMMIT') return false;
    this.#end(transaction);
    return true;
  }

  #takeBack(transaction: Transaction): void {
    const { session, ended } = transaction;
    if (ended) return;
    // Nobody waits for it: the server does what follows after it.
    if (session !== null) void session.ask([{ sql: 'ROLLBACK', values: [] }]);
    this.#end(transaction);
  }

  #end(transaction: Transaction): void {
    transaction.ended = true;
    const { session } = transaction;
    if (session === null) return;
    const next = this.#waiting.shift();
    if (next === undefined) this.#free.push(session);
    else next(session);
  }

  /** A session for one transaction; null: there is none. */
  async #session(): Promise<Session | null> {
    if (!this.#writing.some((one) => one.open)) return null;
    return this.#free.pop() ?? new Promise((resolve) => this.#waiting.push(resolve));
  }

  #idlest(): Session | undefined {
    let best: Session | undefined;
    for (const one of this.#looking) if (one.open && (best === undefined || one.waiting < best.waiting)) best = one;
    return best;
  }

  #found(sql: string, parameters: readonly Parameter[], reads: boolean): Found {
    const run = this.#running();
    const values = parameters.map(bound);
    if (run.inside !== null) return this.#step(run, run.inside, { sql, values }, reads);
    if (!reads) throw new OnlyReads();
    const key = [sql, ...values.map((value) => (value === null ? 'null' : `=${String(value)}`))].join('\0');
    const known = run.told.get(key);
    if (known !== undefined) return known;
    // It would have to be committed first, and could not be left to somebody else after that.
    if (run.uncommitted !== null) throw new OnlyReads();
    const { step, answer } = run.walk?.meet(sql, values.map(texts), true) ?? { step: -1, answer: null };
    if (answer === null) {
      run.wanted = { sql, values, key, step, reads };
      throw wanted;
    }
    run.told.set(key, answer);
    run.walk?.answered(step, answer.rows[0] ?? null);
    return answer;
  }

  #step(run: Run, inside: Transaction, question: Question, reads: boolean): Found {
    const { sql, values } = question;
    const past = this.#past(inside, question);
    if (past !== null) {
      if (past.found === null) throw new OnlyReads();
      return past.found;
    }
    const { step, answer } = run.walk?.meet(sql, values.map(texts), reads) ?? { step: -1, answer: null };
    // What is foreseen is answered before what waits: only where nothing waits is it the same.
    if (answer === null || this.#unsent(inside).length > 0) {
      run.wanted = { sql, values, key: '', step, reads };
      throw wanted;
    }
    inside.steps.push({ sql, values, found: answer });
    inside.sent = inside.at = inside.steps.length;
    run.walk?.answered(step, answer.rows[0] ?? null);
    return answer;
  }

  /** The same statement, where the body came to it before. */
  #past(inside: Transaction, { sql, values }: Question): Step | null {
    const step = inside.steps[inside.at];
    if (step === undefined) {
      if (inside.ended || inside.steps.length >= most.steps) throw new OnlyReads();
      return null;
    }
    const isSame =
      step.sql === sql && step.values.length === values.length && values.every((value, index) => sameValue(value, step.values[index]));
    // It goes another way than before: something is not as it was.
    if (!isSame) throw new OnlyReads();
    inside.at++;
    return step;
  }

  #later(sql: string, parameters: readonly Parameter[]): void {
    const run = this.#running();
    const { inside } = run;
    if (inside === null) throw new OnlyReads();
    const values = parameters.map(bound);
    if (this.#past(inside, { sql, values }) !== null) return;
    run.walk?.meet(sql, values.map(texts), false);
    inside.steps.push({ sql, values, found: null });
    inside.at = inside.steps.length;
  }

  #transaction<T>(body: () => T): T {
    const run = this.#running();
    if (this.#writing.length === 0) throw new OnlyReads();
    if (run.inside !== null) return within(body);
    if (run.uncommitted !== null) throw new OnlyReads();
    const place = run.begun++;
    const transaction = (run.transactions[place] ??= this.#opened(run));
    transaction.at = 0;
    run.inside = transaction;
    try {
      const value = body();
      run.uncommitted = transaction;
      return value;
    } catch (error) {
      // The body takes it back itself.
      if (error !== wanted && !(error instanceof OnlyReads)) {
        if (!transaction.ended) run.walk?.drop();
        this.#takeBack(transaction);
      }
      throw error;
    } finally {
      // Who stopped for an answer is asked where.
      if (run.wanted === null) run.inside = null;
    }
  }

  #opened(run: Run): Transaction {
    run.walk?.meet(transactionBegins, [], false);
    return { steps: [], at: 0, sent: 0, session: null, ended: false };
  }

  #running(): Run {
    if (this.#run === null) throw new Error('nothing is asked outside of what is run');
    return this.#run;
  }

  #accustomed<T>(habit: object, known: readonly string[], body: () => T): T {
    const run = this.#run;
    // Inside another course, or a transaction, it is a part of that.
    if (run === null || run.inside !== null || (run.habit !== null && run.habit !== habit)) return body();
    const left = this.#resting.get(habit);
    if (left !== undefined) {
      if (left > 1) this.#resting.set(habit, left - 1);
      else this.#resting.delete(habit);
      throw new OnlyReads();
    }
    run.habit = habit;
    const course = this.#courses.get(habit) ?? new Course();
    this.#courses.set(habit, course);
    run.walk ??= course.walk(known);
    return body();
  }

  #connection(): Connection {
    const never = (): never => {
      throw new OnlyReads();
    };
    const isInside = (): boolean => this.#run?.inside != null;
    return {
      run: (sql, parameters = []) => {
        this.#running().changes = changesOf(this.#found(sql, parameters, false));
      },
      later: (sql, parameters = []) => this.#later(sql, parameters),
      rows: (sql, parameters = []) => this.#found(sql, parameters, isQuestion(sql)).rows,
      row: (sql, parameters = []) => this.#found(sql, parameters, isQuestion(sql)).rows[0] ?? null,
      bytes: never,
      changes: () => this.#running().changes,
      transaction: (body) => this.#transaction(body),
      changing: never,
      accustomed: (habit, known, body) => this.#accustomed(habit, known, body),
      look: () => undefined,
      get inTransaction() {
        return isInside();
      },
      keepsTables: false,
      isCopy: false,
      position: null,
      reached: () => true,
      forget: () => undefined,
      close: () => undefined,
    };
  }
}

/** What is taken back in the middle is for another thread: here all goes well, or nothing is done. */
function within<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw error === wanted || error instanceof OnlyReads ? error : new OnlyReads();
  }
}

const sameValue = (a: string | Buffer | null, b: string | Buffer | null | undefined): boolean =>
  a === b || (Buffer.isBuffer(a) && Buffer.isBuffer(b) && a.equals(b));
