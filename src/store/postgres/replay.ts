import { serialize } from 'pg-protocol';
import { type Connection, keptStatements, type Parameter } from '../sql/connection.ts';
import { OnlyReads } from '../store.ts';
import { bound, texts } from './bound.ts';
import { Course, type Walk } from './course.ts';
import { numbered } from './placeholders.ts';
import { type Answer, type Found, readAnswer } from './protocol/answer.ts';

/** Takes requests in turn, also before the earlier ones are answered. */
export interface AskedSession {
  /** Messages up to a Sync, and the server's up to ReadyForQuery. Rejects when the connection is lost. */
  exchange(request: Uint8Array): Promise<Uint8Array>;
  readonly open: boolean;
}

interface Question {
  readonly sql: string;
  readonly values: readonly (string | Buffer | null)[];
}

/** What one body has been told so far. */
interface Run {
  /** By question. */
  readonly told: Map<string, Found>;
  habit: object | null;
  walk: Walk<Found> | null;
  wanted: (Question & { readonly key: string; readonly step: number }) | null;
}

/** More than this is looked at where it keeps nobody waiting: questions one after the other, bytes that the server says to one of them. */
const most = { rounds: 8, bytes: 65_536 };
/** What could not be answered here is not tried again so many times. */
const rest = 200;

/** Thrown through a body that asks what is not known yet. One for all: what it costs to make one is more than most bodies. */
class Wanted extends Error {
  override readonly name = 'Wanted';
}
const wanted = new Wanted('a question whose answer is not there yet');

/**
 * Synchronous questions of a thread that must not wait (docs/decisions/0014): a body runs until it asks what is not known, the server is asked, with everything that it will probably ask
 * after that, and it runs again from its beginning with the answers. In most cases it runs twice, and the first time not far. It may only look, and what it does beside must be harmless when
 * it is done again. What somebody must wait for is for another thread.
 */
export class Replay {
  readonly connection: Connection;
  readonly #sessions: Session[];
  readonly #types = new Map<string, readonly number[]>();
  readonly #courses = new WeakMap<object, Course>();
  /** How often a habit is left alone. */
  readonly #resting = new WeakMap<object, number>();
  #run: Run | null = null;

  constructor(sessions: readonly AskedSession[]) {
    this.#sessions = sessions.map((one) => new Session(one, this.#types));
    this.connection = this.#connection();
  }

  /** Null: it cannot be answered here, for whatever reason; then nothing has been done. */
  async run<T>(body: () => T): Promise<{ readonly value: T } | null> {
    const run: Run = { told: new Map(), habit: null, walk: null, wanted: null };
    for (let rounds = 0; rounds < most.rounds; rounds++) {
      this.#run = run;
      try {
        const value = body();
        run.walk?.end();
        return { value };
      } catch (error) {
        if (error instanceof OnlyReads) return this.#leave(run);
        if (error !== wanted) throw error;
      } finally {
        this.#run = null;
      }
      if (!(await this.#ask(run))) return this.#leave(run);
    }
    return this.#leave(run);
  }

  #leave({ habit }: Run): null {
    if (habit !== null && !this.#resting.has(habit)) this.#resting.set(habit, rest);
    return null;
  }

  /** False: an error, a lost connection, or too much. */
  async #ask({ wanted: question, walk, told }: Run): Promise<boolean> {
    if (question === null) return false;
    const foreseen = walk?.foreseen(question.step) ?? [];
    const answer = await this.#idlest()?.ask([question, ...foreseen.map(({ sql, parameters }) => ({ sql, values: parameters }))]);
    const [main, ...ahead] = answer?.found ?? [];
    if (answer == null || main === undefined) return false;
    told.set(question.key, main);
    walk?.answered(question.step, main.rows[0] ?? null);
    ahead.forEach((found, place) => {
      const one = foreseen[place];
      if (one !== undefined) walk?.keep(one, found);
    });
    const failed = answer.error === null ? undefined : foreseen[ahead.length];
    if (failed !== undefined) walk?.failed(failed);
    return true;
  }

  #idlest(): Session | undefined {
    let best: Session | undefined;
    for (const one of this.#sessions) if (one.open && (best === undefined || one.waiting < best.waiting)) best = one;
    return best;
  }

  #found(sql: string, parameters: readonly Parameter[]): Found {
    const run = this.#run;
    if (run === null) throw new Error('nothing is asked outside of what is run');
    const values = parameters.map(bound);
    const key = [sql, ...values.map((value) => (value === null ? 'null' : `=${String(value)}`))].join('\0');
    const known = run.told.get(key);
    if (known !== undefined) return known;
    const { step, answer } = run.walk?.meet(sql, values.map(texts), true) ?? { step: -1, answer: null };
    if (answer === null) {
      run.wanted = { sql, values, key, step };
      throw wanted;
    }
    run.told.set(key, answer);
    run.walk?.answered(step, answer.rows[0] ?? null);
    return answer;
  }

  #accustomed<T>(habit: object, known: readonly string[], body: () => T): T {
    const run = this.#run;
    if (run === null || (run.habit !== null && run.habit !== habit)) return body();
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
    const writes = (): never => {
      throw new OnlyReads();
    };
    return {
      run: writes,
      later: writes,
      rows: (sql, parameters = []) => this.#found(sql, parameters).rows,
      row: (sql, parameters = []) => this.#found(sql, parameters).rows[0] ?? null,
      bytes: writes,
      changes: () => 0,
      transaction: writes,
      changing: writes,
      accustomed: (habit, known, body) => this.#accustomed(habit, known, body),
      look: () => undefined,
      inTransaction: false,
      onlyReads: true,
      isCopy: false,
      position: null,
      reached: () => true,
      forget: () => undefined,
      close: () => undefined,
    };
  }
}

/** A session, and which statements it knows by which name. */
class Session {
  readonly #session: AskedSession;
  /** By statement, those of all sessions: what the columns of its answers are. */
  readonly #types: Map<string, readonly number[]>;
  readonly #names = new Map<string, string>();
  #named = 0;
  #unused: string[] = [];
  /** How many requests it has not answered. */
  waiting = 0;

  constructor(session: AskedSession, types: Map<string, readonly number[]>) {
    this.#session = session;
    this.#types = types;
  }

  get open(): boolean {
    return this.#session.open;
  }

  /** Null: it cannot be used. */
  async ask(questions: readonly Question[]): Promise<Answer | null> {
    const expected = new Map(questions.map(({ sql }, place) => [place, { types: this.#types.get(sql) ?? null, binary: false }] as const));
    const messages = questions.flatMap(({ sql, values }) => {
      const { name, messages: before } = this.#prepared(sql);
      return [...before, serialize.bind({ statement: name, values: [...values] }), serialize.execute()];
    });
    const closed = this.#unused.map((name) => serialize.close({ type: 'S', name }));
    this.#unused = [];
    this.waiting++;
    try {
      const bytes = await this.#session.exchange(Buffer.concat([...closed, ...messages, serialize.sync()]));
      if (bytes.length > most.bytes) return null;
      const answer = readAnswer(bytes, expected);
      answer.found.forEach(({ types }, place) => {
        const sql = questions[place]?.sql;
        if (sql !== undefined && types !== null) this.#types.set(sql, types);
      });
      // Which statements it has come to know depends on how far it came; their names are not used again.
      if (answer.error !== null) {
        this.#forget();
        // The tables may be others.
        this.#types.clear();
      }
      return answer;
    } catch {
      // The connection is lost: whoever asks elsewhere hears whether the server is.
      return null;
    } finally {
      this.waiting--;
    }
  }

  #prepared(sql: string): { readonly name: string; readonly messages: readonly Buffer[] } {
    const known = this.#names.get(sql);
    const name = known ?? `l${++this.#named}`;
    // The last used stands last.
    this.#names.delete(sql);
    this.#names.set(sql, name);
    const [oldest] = this.#names.keys();
    if (this.#names.size > keptStatements && oldest !== undefined) {
      this.#unused.push(this.#names.get(oldest) ?? '');
      this.#names.delete(oldest);
    }
    const parsed = known === undefined ? [serialize.parse({ name, text: numbered(sql) })] : [];
    return { name, messages: this.#types.has(sql) ? parsed : [...parsed, serialize.describe({ type: 'S', name })] };
  }

  #forget(): void {
    this.#unused.push(...this.#names.values());
    this.#names.clear();
  }
}
