import { serialize } from 'pg-protocol';
import { keptStatements } from '../sql/connection.ts';
import { numbered } from './placeholders.ts';
import { type Answer, readAnswer } from './protocol/answer.ts';

/** Takes requests in turn, also before the earlier ones are answered. */
export interface AskedSession {
  /** Messages up to a Sync, and the server's up to ReadyForQuery. Rejects when the connection is lost. */
  exchange(request: Uint8Array): Promise<Uint8Array>;
  readonly open: boolean;
}

export interface Question {
  readonly sql: string;
  readonly values: readonly (string | Buffer | null)[];
}

/** More bytes than this are read where it keeps nobody waiting. */
const mostBytes = 65_536;
/** Statements whose columns are known. */
const mostTypes = 1000;

/** A session, and which statements it knows by which name. */
export class Session {
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
    const bytes = await this.#said(Buffer.concat([...closed, ...messages, serialize.sync()]));
    if (bytes === null || bytes.length > mostBytes) return null;
    const answer = readAnswer(bytes, expected);
    answer.found.forEach(({ types }, place) => {
      const sql = questions[place]?.sql;
      // Only where it was asked for them has the server said something of its columns, or that it has none.
      if (sql === undefined || expected.get(place)?.types !== null) return;
      if (this.#types.size >= mostTypes) this.#types.clear();
      this.#types.set(sql, types ?? []);
    });
    // Which statements it has come to know depends on how far it came; their names are not used again.
    if (answer.error !== null) {
      this.#forget();
      // The tables may be others.
      this.#types.clear();
    }
    return answer;
  }

  /** Null: the connection is lost. Whoever asks elsewhere hears whether the server is. */
  async #said(request: Uint8Array): Promise<Uint8Array | null> {
    this.waiting++;
    try {
      return await this.#session.exchange(request);
    } catch {
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
