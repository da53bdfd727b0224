import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import { documentMark } from './document-mark.ts';
import { doingCalls, type Engine, type ScreenAnswer, type ScreenRequest } from './engine.ts';
import { Pool, type PoolParts } from './pool.ts';
import { Elsewhere } from './thread-engine.ts';
import type { After } from './thread-messages.ts';

/** A copy that could not be started, or did not answer, is left alone for so many milliseconds, and twice as many each time it fails again. */
const rest = { first: 1000, longest: 60_000 };

/** A database that another server keeps as a copy, and what works over it. */
class Copy {
  readonly #parts: PoolParts;
  readonly #log: PoolParts['log'];
  #pool: Pool | null = null;
  #starting = false;
  #closed = false;
  #rests = { until: 0, next: rest.first };

  constructor(parts: PoolParts) {
    this.#parts = parts;
    this.#log = parts.log;
    void this.#start();
  }

  /** Null: ask somebody else. */
  async ask<T>(question: (pool: Pool) => Promise<T>): Promise<T | null> {
    const pool = this.#pool;
    if (performance.now() < this.#rests.until) return null;
    if (pool === null) {
      void this.#start();
      return null;
    }
    try {
      const answer = await question(pool);
      this.#rests = { until: 0, next: rest.first };
      return answer;
    } catch (error) {
      if (!(error instanceof Elsewhere)) this.#tire(error);
      return null;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#pool?.close();
  }

  async #start(): Promise<void> {
    if (this.#starting || this.#closed) return;
    this.#starting = true;
    try {
      const pool = await Pool.start(this.#parts);
      if (this.#closed) await pool.close();
      else this.#pool = pool;
    } catch (error) {
      this.#tire(error);
    } finally {
      this.#starting = false;
    }
  }

  #tire(error: unknown): void {
    const wait = this.#rests.next;
    this.#rests = { until: performance.now() + wait, next: Math.min(wait * 2, rest.longest) };
    const why = error instanceof Error ? error.message : String(error);
    this.#log('error', `a replica is left alone for ${Math.round(wait / 1000)} s, the database itself is asked: ${why}`);
  }
}

/**
 * A product whose database has copies (Postgres' standbys): what only looks is answered by one of them, in turn, as far as it has come to all that this process knows to be written,
 * and to the same document; else by the database itself. So nobody sees less than what this process has shown, or told them of, before.
 */
export class WithCopies implements Engine {
  readonly #pool: Pool;
  readonly #copies: readonly Copy[];
  #turn = 0;
  #marked: { readonly text: string; readonly mark: string };

  constructor(pool: Pool, copies: readonly PoolParts[]) {
    this.#pool = pool;
    this.#copies = copies.map((parts) => new Copy(parts));
    this.#marked = { text: pool.text, mark: documentMark(pool.text) };
  }

  async call(request: CallRequest): Promise<CallAnswer> {
    const looked = request.method === 'GET' ? await this.#look((pool, after) => pool.call(request, after)) : null;
    return looked ?? this.#pool.call(request);
  }

  async screen(request: ScreenRequest): Promise<ScreenAnswer> {
    const looked = doingCalls.has(request.name) ? null : await this.#look((pool, after) => pool.screen(request, after));
    return looked ?? this.#pool.screen(request);
  }

  subscribe(listener: () => void): () => void {
    return this.#pool.subscribe(listener);
  }

  ready(): Promise<boolean> {
    return this.#pool.ready();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#copies.map((copy) => copy.close()), this.#pool.close()]);
  }

  async #look<T>(question: (pool: Pool, after: After) => Promise<T>): Promise<T | null> {
    const { text } = this.#pool;
    if (text !== this.#marked.text) this.#marked = { text, mark: documentMark(text) };
    const after: After = { position: this.#pool.position, document: this.#marked.mark };
    this.#turn = (this.#turn + 1) % this.#copies.length;
    return (await this.#copies[this.#turn]?.ask((pool) => question(pool, after))) ?? null;
  }
}
