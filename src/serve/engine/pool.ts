import { randomUUID } from 'node:crypto';
import { MessageChannel, Worker } from 'node:worker_threads';
import { systemPlatform } from '../../base/platform.ts';
import { DatabaseUnavailable } from '../../store/errors.ts';
import { furthest } from '../../store/postgres/position.ts';
import { converse } from '../../store/postgres/server/converse.ts';
import { Crossing } from '../../store/postgres/server/crossing.ts';
import type { Through } from '../../store/postgres/server/io-messages.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import { AtHand } from './at-hand.ts';
import { type Bell, hangBell } from './bell.ts';
import { inTurn, probe } from './coordination.ts';
import type { Engine, ScreenAnswer, ScreenRequest } from './engine.ts';
import { Pulse, pulseTimes } from './pulse.ts';
import { NotStarted, ThreadEngine } from './thread-engine.ts';
import type { After, ThreadStart } from './thread-messages.ts';

/** A thread that dies is started again after this many milliseconds, and twice as many each time it dies again soon. */
const patience = { first: 100, longest: 10_000 };

export interface PoolParts {
  readonly start: ThreadStart;
  /** Each thread has a connection of its own and answers one request at a time. */
  readonly threads: number;
  readonly log: (level: 'info' | 'error', message: string) => void;
  /** The document is another from now on: another process has brought the data to it. */
  readonly followed?: (text: string) => void;
}

/**
 * Several products over one database, each in a thread; who listens hears of changes of them all, and of other processes over the same server. The first is started alone, since it may have to
 * make or change the tables.
 */
export class Pool implements Engine {
  readonly #parts: PoolParts;
  readonly #threads: ThreadEngine[] = [];
  readonly #listeners = new Set<() => void>();
  #bell: Bell | null = null;
  /** Answers in this thread; null: the data is not where it could be asked without waiting. */
  readonly #atHand: AtHand | null;
  /** Whether the server answers; null: the data is in this process. */
  #pulse: Pulse | null = null;
  /** Cuts what talks to the server: a connection of a lost server may never end by itself. */
  readonly #lines = new Set<() => void>();
  #closed = false;
  /** The examples were loaded at the start. */
  examples = false;
  /** The document that it runs: of several threads, the one that found out last. */
  #text: string;
  /** How far the database's log had come after all that this process knows to be written; null: nobody wants to know, or nothing is. */
  #position: string | null = null;

  private constructor(parts: PoolParts) {
    this.#parts = parts;
    const { text, database } = parts.start;
    this.#text = text;
    const isNear = database.kind === 'server' && database.role !== 'copy';
    // How far the log has come after a write is the threads' to say.
    const writes = isNear && database.role !== 'copied';
    this.#atHand = isNear ? new AtHand({ address: database.url, writes, changed: () => this.#changed(), log: parts.log }) : null;
  }

  static async start(parts: PoolParts): Promise<Pool> {
    const pool = new Pool(parts);
    const { database } = parts.start;
    // A copy brings nothing along, and nobody can be told anything by it.
    const server = database.kind === 'server' && database.role !== 'copy' ? database : null;
    try {
      const first = () => pool.#add(false);
      pool.examples = server !== null ? await inTurn(server.url, first).catch(unreachable) : await first();
      await Promise.all(Array.from({ length: parts.threads - 1 }, () => pool.#add()));
      if (server !== null)
        pool.#bell = await hangBell(server.url, randomUUID(), {
          heard: (position) => {
            if (position !== null) pool.#position = furthest(pool.#position, position);
            // Something was missed: how far the log has come is found out by looking.
            else if (server.role === 'copied') void pool.#threads[0]?.look();
            pool.#tell();
          },
          document: () => {
            for (const thread of pool.#threads) void thread.look();
          },
          log: (message) => parts.log('error', message),
        });
      pool.#atHand?.runs(pool.#text);
      if (database.kind === 'server') {
        pool.#pulse = new Pulse(
          () => probe(database.url),
          (lost) => pool.#beats(lost),
        );
        await pool.#pulse.start();
      }
    } catch (error) {
      await pool.close();
      throw error;
    }
    return pool;
  }

  /** The document that it runs. */
  get text(): string {
    return this.#text;
  }

  get position(): string | null {
    return this.#position;
  }

  /** `after`: what a copy must have; it rejects with Elsewhere where it cannot answer. */
  async call(request: CallRequest, after?: After): Promise<CallAnswer> {
    return this.#guarded(async () => {
      const answer = after === undefined && !this.#timerDue() ? await this.#atHand?.call(request) : null;
      return answer ?? this.#leastBusy().call(request, after);
    });
  }

  screen(request: ScreenRequest, after?: After): Promise<ScreenAnswer> {
    return this.#guarded(async () => this.#leastBusy().screen(request, after));
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async ready(): Promise<boolean> {
    if (this.#pulse !== null && !(await this.#pulse.answers())) return false;
    if (!this.#threads.some((one) => one.alive)) return false;
    // A thread that is busy with long work is ready: its database answers.
    const busy = new Promise<boolean>((resolve) => setTimeout(resolve, pulseTimes.answer / 2, true).unref());
    return Promise.race([this.#leastBusy().ready(), busy]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#pulse?.close();
    await this.#atHand?.close();
    await this.#bell?.close();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** The first brings the data to its document; those after it, also much later, go on as what it is by then. */
  async #add(goOn = true): Promise<boolean> {
    // Of sources: JavaScript that loads them, since a thread knows nothing of the loader that this one runs under.
    const entry = import.meta.url.endsWith('.ts') ? '../../../bin/engine-thread.js' : './thread.js';
    const { start } = this.#parts;
    const line = start.database.kind === 'server' ? talkingTo(start.database.url) : null;
    if (line !== null) this.#lines.add(line.cut);
    const worker = new Worker(new URL(entry, import.meta.url), {
      workerData: { ...start, goOn, ...(line === null ? {} : { through: line.through }) } satisfies ThreadStart,
      transferList: line === null ? [] : [line.through.port],
    });
    const { engine, examples, text } = await ThreadEngine.start(worker, {
      changed: () => this.#changed(),
      followed: (now) => this.#runs(now),
      wrote: (position) => {
        this.#position = furthest(this.#position, position);
      },
      log: this.#parts.log,
      died: (why) => {
        if (line !== null) this.#lines.delete(line.cut);
        this.#threads.splice(this.#threads.indexOf(engine), 1);
        this.#parts.log('error', `an engine thread ended, another is started: ${why}`);
        void this.#replace(patience.first);
      },
    });
    this.#threads.push(engine);
    this.#runs(text);
    return examples;
  }

  #runs(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.#atHand?.runs(text);
    this.#parts.followed?.(text);
  }

  async #replace(wait: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (this.#closed) return;
    try {
      await this.#add();
    } catch (error) {
      this.#parts.log('error', `an engine thread could not be started: ${error instanceof Error ? error.message : String(error)}`);
      await this.#replace(Math.min(wait * 2, patience.longest));
    }
  }

  #guarded<T>(ask: () => Promise<T>): Promise<T> {
    return this.#pulse === null ? ask() : this.#pulse.guard(ask);
  }

  #beats(lost: boolean): void {
    this.#parts.log(
      lost ? 'error' : 'info',
      lost ? 'the database does not answer: requests are refused until it does' : 'the database answers again',
    );
    if (!lost) return;
    for (const cut of this.#lines) cut();
    this.#atHand?.cut();
  }

  #leastBusy(): ThreadEngine {
    let best: ThreadEngine | undefined;
    for (const thread of this.#threads) if (thread.alive && (best === undefined || thread.load < best.load)) best = thread;
    if (best === undefined) throw new DatabaseUnavailable('no engine thread is running');
    return best;
  }

  #timerDue(): boolean {
    const now = systemPlatform.now();
    return this.#threads.some((thread) => thread.timerDue(now));
  }

  /** Something was written here: whoever listens is told, and the other processes. */
  #changed(): void {
    this.#tell();
    this.#bell?.ring(this.#position);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** This thread talks to the database for one that waits: it is awake for its requests anyway, and a thread for each connection would be woken for nothing else. */
function talkingTo(address: string): { readonly through: Through; cut(): void } {
  const { port1, port2 } = new MessageChannel();
  const { shared } = new Crossing();
  const cut = converse({ address, shared, port: port2 });
  return { through: { port: port1, shared }, cut };
}

/** A server that is not there is nothing that we have done wrong. */
function unreachable(error: unknown): never {
  if (error instanceof NotStarted || !(error instanceof Error)) throw error;
  if ('code' in error && typeof error.code === 'string') throw new NotStarted(`the database cannot be reached: ${error.message}`);
  throw error;
}
