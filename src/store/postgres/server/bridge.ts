import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { ConnectionLost, type Wire } from '../protocol/wire.ts';
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
  const replies = new Int32Array(new SharedArrayBuffer(4));
  // Of sources: JavaScript that loads them, since a thread knows nothing of the loader that this one runs under.
  const entry = import.meta.url.endsWith('.ts') ? '../../../../bin/postgres-thread.js' : './io-thread.js';
  const worker = new Worker(new URL(entry, import.meta.url), {
    workerData: { address: parts.address, replies, port: port2 } satisfies IoStart,
    transferList: [port2],
  });
  const bridge = new Bridge(parts, { port, replies });
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
  /** The other thread counts its replies here, and wakes who waits for the count to change. */
  readonly #replies: Int32Array<SharedArrayBuffer>;
  #count = 0;

  constructor(parts: BridgeParts, { port, replies }: Through) {
    this.#parts = parts;
    this.#port = port;
    this.#replies = replies;
  }

  exchange(request: Uint8Array): Uint8Array {
    return this.#ask({ number: ++this.#count, kind: 'exchange', request }, this.#parts.patience);
  }

  open(): void {
    this.#ask({ number: ++this.#count, kind: 'open' }, opening);
  }

  reopen(): void {
    const end = performance.now() + this.#parts.reopening;
    const cell = new Int32Array(new SharedArrayBuffer(4));
    for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
      try {
        this.open();
        return;
      } catch (error) {
        if (!(error instanceof ConnectionLost) || performance.now() + wait > end) throw error;
        Atomics.wait(cell, 0, 0, wait);
      }
    }
  }

  close(): void {
    this.#port.postMessage({ number: ++this.#count, kind: 'end' } satisfies Question);
  }

  #ask(question: Question, limit: number): Uint8Array {
    const end = performance.now() + limit;
    this.#port.postMessage(question);
    for (;;) {
      const seen = Atomics.load(this.#replies, 0);
      const reply = (receiveMessageOnPort(this.#port) as { message: Reply } | undefined)?.message;
      if (reply !== undefined) {
        // A reply to an older question came too late: nobody waits for it.
        if (reply.number !== question.number) continue;
        if (reply.kind === 'lost') throw new ConnectionLost(reply.why);
        return reply.answer;
      }
      const left = end - performance.now();
      if (left <= 0) {
        this.#port.postMessage({ number: ++this.#count, kind: 'close' } satisfies Question);
        throw new ConnectionLost(`the database did not answer in ${limit / 1000} seconds`);
      }
      Atomics.wait(this.#replies, 0, seen, left);
    }
  }
}
