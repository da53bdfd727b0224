import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { DatabaseUnavailable } from '../../errors.ts';
import type { Wire } from '../protocol/wire.ts';
import { Crossing } from './crossing.ts';
import type { IoStart, Question, Reply, Through } from './io-messages.ts';

export interface BridgeParts {
  /** `postgres://…` */
  readonly address: string;
  /** Milliseconds that an answer may take. */
  readonly patience: number;
  /** Milliseconds for which a lost server is looked for before it is given up. */
  readonly reopening: number;
  /** A thread that talks to the server beside its own work; absent: one is started for it. */
  readonly through?: Through;
}

/** Milliseconds that reaching a server may take; the other thread gives up before. */
const opening = 15_000;

/**
 * A session with a server, for a thread that waits: another thread talks to the server, this one sleeps until the answer is there. So the engine stays
 * synchronous (docs/decisions/0014). It blocks: it belongs into a thread of its own, not into one that serves HTTP. Rejects in words when the server
 * cannot be reached or does not let us in.
 */
export async function openBridge(parts: BridgeParts): Promise<Wire> {
  const { through } = parts;
  if (through === undefined) return openWithThread(parts);
  const bridge = new Bridge(parts, through);
  bridge.open();
  return bridge;
}

async function openWithThread(parts: BridgeParts): Promise<Wire> {
  const { port1: port, port2 } = new MessageChannel();
  const { shared } = new Crossing();
  // Of sources: JavaScript that loads them, since a thread knows nothing of the loader that this one runs under.
  const entry = import.meta.url.endsWith('.ts') ? '../../../../bin/postgres-thread.js' : './io-thread.js';
  const worker = new Worker(new URL(entry, import.meta.url), {
    workerData: { address: parts.address, shared, port: port2 } satisfies IoStart,
    transferList: [port2],
  });
  const bridge = new Bridge(parts, { port, shared });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
    });
    bridge.open();
  } catch (error) {
    await worker.terminate();
    throw error;
  }
  // It must not keep a process alive that has nothing else to do, and its end is heard of by who asks next.
  worker.on('error', () => undefined);
  worker.unref();
  return bridge;
}

class Bridge implements Wire {
  readonly #parts: BridgeParts;
  readonly #port: MessagePort;
  readonly #crossing: Crossing;
  #count = 0;

  constructor(parts: BridgeParts, { port, shared }: Through) {
    this.#parts = parts;
    this.#port = port;
    this.#crossing = new Crossing(shared);
  }

  exchange(request: Uint8Array): Uint8Array {
    const number = ++this.#count;
    return this.#ask(number, this.#crossing.putQuestion(request) ? number : { number, kind: 'exchange', request }, this.#parts.patience);
  }

  open(): void {
    const number = ++this.#count;
    this.#ask(number, { number, kind: 'open' }, opening);
  }

  reopen(): void {
    const end = performance.now() + this.#parts.reopening;
    const cell = new Int32Array(new SharedArrayBuffer(4));
    for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
      try {
        this.open();
        return;
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || performance.now() + wait > end) throw error;
        Atomics.wait(cell, 0, 0, wait);
      }
    }
  }

  close(): void {
    this.#port.postMessage({ number: ++this.#count, kind: 'end' } satisfies Question);
  }

  #ask(number: number, question: Question, limit: number): Uint8Array {
    const end = performance.now() + limit;
    let seen = this.#crossing.replies;
    this.#port.postMessage(question);
    for (let left = limit; left > 0; left = end - performance.now()) {
      this.#crossing.wait(seen, left);
      seen = this.#crossing.replies;
      const answer = this.#crossing.takeAnswer(number);
      if (answer !== null) return answer;
      for (let reply = this.#message(); reply !== null; reply = this.#message()) {
        // A reply to an older question came too late: nobody waits for it.
        if (reply.number !== number) continue;
        if (reply.kind === 'lost') throw new DatabaseUnavailable(reply.why);
        return reply.answer;
      }
    }
    this.#port.postMessage({ number: ++this.#count, kind: 'close' } satisfies Question);
    throw new DatabaseUnavailable(`the database did not answer in ${limit / 1000} seconds`);
  }

  #message(): Reply | null {
    return (receiveMessageOnPort(this.#port) as { message: Reply } | undefined)?.message ?? null;
  }
}
