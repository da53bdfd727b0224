import { DatabaseUnavailable } from '../errors.ts';
import type { DatabaseSession, Question, Reply, Request } from './exchange.ts';
import type { StatementTexts } from './statement-texts.ts';
import { Unreachable } from './unreachable.ts';

export interface SessionsParts {
  /** Opens a session. Rejects with a message if the server cannot be reached. */
  readonly open: () => Promise<DatabaseSession>;
  /** Shared by all its connections. */
  readonly texts: StatementTexts;
  readonly most: number;
  /** How long to look for a lost server, in milliseconds. */
  readonly reopening: number;
}

/** How long to wait before trying an unreachable server again, in milliseconds. */
const again = 100;

/** A pool of connections to one database: reads share them, each transaction has one to itself. */
export class Sessions {
  readonly #parts: SessionsParts;
  readonly #all = new Set<DatabaseSession>();
  /** Connections without a transaction. */
  readonly #free: DatabaseSession[] = [];
  readonly #held = new Map<number, Promise<DatabaseSession>>();
  /** How many connections are open or being opened. */
  #count = 0;
  readonly #waiting: (() => void)[] = [];
  readonly #reading = new Map<DatabaseSession, number>();
  #closed = false;

  constructor(parts: SessionsParts) {
    this.#parts = parts;
  }

  /** Opens one, so that an unreachable server is known immediately. */
  async start(): Promise<void> {
    this.#count++;
    try {
      const session = await this.#parts.open();
      this.#all.add(session);
      this.#free.push(session);
    } catch (error) {
      this.#count--;
      throw error;
    }
  }

  perform(request: Request): Promise<readonly Reply[]> {
    switch (request.kind) {
      case 'read':
        return this.#read(request.questions);
      case 'write':
        return this.#write(request.questions);
      case 'transaction':
        return this.#transact(request);
      case 'forget':
        this.#parts.texts.forget();
        return Promise.resolve([]);
      case 'pause':
        return new Promise((resolve) => setTimeout(resolve, request.milliseconds, []));
    }
  }

  /** Ends all connections immediately, because the server is lost; open queries are given up. */
  cut(): void {
    for (const session of this.#all) void session.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#free.length = 0;
    await Promise.all([...this.#all].map((session) => session.close()));
  }

  async #read(questions: readonly Question[]): Promise<readonly Reply[]> {
    for (let times = 1; ; times++) {
      const session = await this.#take();
      // The next query may use it before this one is answered.
      this.#give(session);
      this.#reading.set(session, (this.#reading.get(session) ?? 0) + 1);
      try {
        return await session.ask(questions);
      } catch (error) {
        // Reads are repeated on a new connection.
        if (!(error instanceof DatabaseUnavailable) || times > this.#parts.most) throw error;
      } finally {
        this.#reading.set(session, (this.#reading.get(session) ?? 1) - 1);
      }
    }
  }

  async #write(questions: readonly Question[]): Promise<readonly Reply[]> {
    const session = await this.#take();
    try {
      return await session.ask(questions);
    } finally {
      this.#give(session);
    }
  }

  async #transact({ transaction, questions, ends }: Extract<Request, { kind: 'transaction' }>): Promise<readonly Reply[]> {
    let held = this.#held.get(transaction);
    if (held === undefined) {
      // The transaction has ended or lost its connection; on another one, the statements would run
      // outside it.
      if (questions[0]?.sql.startsWith('BEGIN') !== true) throw new DatabaseUnavailable('the transaction has no connection any more');
      held = this.#take();
      this.#held.set(transaction, held);
    }
    let isLost = false;
    try {
      return await (await held).ask(questions);
    } catch (error) {
      isLost = true;
      throw error;
    } finally {
      if ((ends || isLost) && this.#held.delete(transaction)) held.then((session) => this.#give(session)).catch(() => undefined);
    }
  }

  /**
   * Picks the connection with the fewest open reads, among those without a transaction; null if a
   * new connection is better, or there is none.
   */
  #pick(): DatabaseSession | null {
    for (const session of [...this.#free]) if (!session.open || (session.worn && !this.#reading.get(session))) this.#drop(session);
    const reads = this.#free.map((session) => this.#reading.get(session) ?? 0);
    const fewest = Math.min(...reads);
    if (reads.length === 0 || (fewest > 0 && this.#count < this.#parts.most)) return null;
    return this.#free.splice(reads.indexOf(fewest), 1)[0] ?? null;
  }

  async #take(): Promise<DatabaseSession> {
    for (;;) {
      if (this.#closed) throw new DatabaseUnavailable('the connections to the database are closed');
      const picked = this.#pick();
      if (picked !== null) return picked;
      if (this.#count < this.#parts.most) return this.#opened();
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #give(session: DatabaseSession): void {
    if (this.#closed) return void session.close();
    this.#free.push(session);
    if (!session.open) this.#drop(session);
    this.#waiting.shift()?.();
  }

  #drop(session: DatabaseSession): void {
    this.#free.splice(this.#free.indexOf(session), 1);
    this.#count--;
    this.#all.delete(session);
    this.#reading.delete(session);
    void session.close();
  }

  async #opened(): Promise<DatabaseSession> {
    this.#count++;
    const until = performance.now() + this.#parts.reopening;
    for (;;) {
      try {
        const session = await this.#parts.open();
        this.#all.add(session);
        return session;
      } catch (error) {
        if (performance.now() < until && !this.#closed) {
          await new Promise((resolve) => setTimeout(resolve, again));
          continue;
        }
        this.#count--;
        this.#waiting.shift()?.();
        throw new Unreachable(error instanceof Error ? error.message : String(error), { cause: error });
      }
    }
  }
}
