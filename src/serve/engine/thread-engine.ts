import type { Worker } from 'node:worker_threads';
import { CommitUnknown, DatabaseUnavailable, errorFromMessage } from '../../store/errors.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import type { Engine, ScreenAnswer, ScreenRequest } from './engine.ts';
import type { After, FromThread, ToThread } from './thread-messages.ts';

type Question = ToThread extends infer Message ? (Message extends { readonly id: number } ? Omit<Message, 'id'> : never) : never;

/** What the thread says when it is not asked. */
export interface ThreadEvents {
  changed(): void;
  /** It goes on as another document, which another process has brought the data to. */
  followed(text: string): void;
  log(level: 'info' | 'error', message: string): void;
  /** Where there are copies: how far the log of the database had come after a write. */
  wrote(position: string): void;
  /** The thread has ended by itself: whatever was under way may or may not have been done. */
  died(why: string): void;
}

export interface Started {
  readonly engine: ThreadEngine;
  /** They were loaded just now. */
  readonly examples: boolean;
  /** The document that it runs. */
  readonly text: string;
}

/** A product in a thread of its own. */
export class ThreadEngine implements Engine {
  readonly #worker: Worker;
  readonly #events: ThreadEvents;
  readonly #waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  #count = 0;
  #dead: string | null = null;
  #closing = false;
  #nextTimer: number | null | undefined = undefined;

  private constructor(worker: Worker, events: ThreadEvents) {
    this.#worker = worker;
    this.#events = events;
  }

  /** Resolves when the thread answers; rejects with what it says instead. */
  static start(worker: Worker, events: ThreadEvents): Promise<Started> {
    const engine = new ThreadEngine(worker, events);
    return new Promise((resolve, reject) => {
      let begun = false;
      worker.on('message', (message: FromThread) => {
        if (begun) engine.#hear(message);
        else if (message.kind === 'started') {
          begun = true;
          resolve({ engine, examples: message.examples, text: message.text });
        } else if (message.kind === 'not-started') {
          reject(message.expected ? new NotStarted(message.message) : new Error(message.message));
          void worker.terminate();
        } else if (message.kind === 'log') events.log(message.level, message.message);
      });
      // Before it has begun, its end is the caller's business; afterwards, that of whoever looks after the threads.
      worker.on('error', (error) => {
        if (begun) engine.#died(error instanceof Error ? (error.stack ?? error.message) : String(error));
        else reject(error);
      });
      worker.on('exit', (code) => {
        const why = `the thread ended (${code})`;
        if (begun) engine.#died(why);
        else reject(new Error(why));
      });
    });
  }

  /** Whether a timer may have to fire before anything is answered. */
  timerDue(milliseconds: number): boolean {
    return this.#nextTimer === undefined || (this.#nextTimer !== null && this.#nextTimer <= milliseconds);
  }

  /** How many requests are under way: the least busy thread is asked. */
  get load(): number {
    return this.#waiting.size;
  }

  get alive(): boolean {
    return this.#dead === null;
  }

  /** `after`: what a copy must have; it rejects with Elsewhere where it cannot answer. */
  call(request: CallRequest, after?: After): Promise<CallAnswer> {
    return this.#ask({ kind: 'call', request, ...(after === undefined ? {} : { after }) }) as Promise<CallAnswer>;
  }

  screen(request: ScreenRequest, after?: After): Promise<ScreenAnswer> {
    return this.#ask({ kind: 'screen', request, ...(after === undefined ? {} : { after }) }) as Promise<ScreenAnswer>;
  }

  async ready(): Promise<boolean> {
    return this.#dead === null && (await this.#ask({ kind: 'ready' }).catch(() => false)) === true;
  }

  /** Finds out whether another process has changed the document; it then follows, or logs why it cannot. */
  async look(): Promise<void> {
    if (this.#dead === null) await this.#ask({ kind: 'look' }).catch(() => undefined);
  }

  subscribe(): () => void {
    throw new Error('a thread tells its pool, and the pool whoever listens');
  }

  async close(): Promise<void> {
    this.#closing = true;
    if (this.#dead === null) await this.#ask({ kind: 'close' });
    await this.#worker.terminate();
  }

  #ask(question: Question): Promise<unknown> {
    if (this.#dead !== null) return Promise.reject(new DatabaseUnavailable(this.#dead));
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...question, id });
    });
  }

  #hear(message: FromThread): void {
    if (message.kind === 'changed') this.#events.changed();
    else if (message.kind === 'followed') this.#events.followed(message.text);
    else if (message.kind === 'log') this.#events.log(message.level, message.message);
    else if (message.kind === 'timer') this.#nextTimer = message.at;
    else if (message.kind === 'wrote') this.#events.wrote(message.position);
    else if (message.kind === 'answer' || message.kind === 'failure' || message.kind === 'elsewhere') {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.kind === 'answer') waiting?.resolve(message.value);
      else if (message.kind === 'elsewhere') waiting?.reject(new Elsewhere());
      else waiting?.reject(errorFromMessage(message.error));
    }
  }

  #died(why: string): void {
    if (this.#dead !== null) return;
    this.#dead = why;
    for (const { reject } of this.#waiting.values()) reject(new CommitUnknown(new Error(why)));
    this.#waiting.clear();
    if (!this.#closing) this.#events.died(why);
  }
}

/** A copy cannot answer this: who asked must ask the database itself. */
export class Elsewhere extends Error {
  override readonly name = 'Elsewhere';
}

/** The product cannot be started, for a reason that whoever starts it can do something about. */
export class NotStarted extends Error {
  override readonly name = 'NotStarted';
}
