import { systemPlatform } from '../../base/platform.ts';
import { createProduct } from '../../engine/product.ts';
import { readModel } from '../../model/read.ts';
import { type Looking, openLooking } from '../../store/postgres/server/open-looking.ts';
import { Calls } from '../calls/answer-call.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import { nativeHasher } from './native-hasher.ts';

export interface OnlookerParts {
  /** `postgres://…` */
  readonly address: string;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

/** A product over a server that this thread looks at without waiting. */
interface Open {
  readonly looking: Looking;
  readonly calls: Calls;
  readonly clock: { now: number };
}

/** Milliseconds after which a server that could not be reached is tried again. */
const rest = 1000;

/**
 * Answers the calls that only look, in the thread of HTTP itself: to wake another one for each costs more than most of them. What cannot be answered so is for an engine
 * thread: whoever asks hears null, and nothing has been done. Timers are the threads' as well.
 */
export class Onlooker {
  readonly #parts: OnlookerParts;
  #text: string | null = null;
  #open: Open | null = null;
  /** Until when nothing is tried: `performance.now()`. */
  #rests = 0;
  #opening = false;
  #closed = false;

  constructor(parts: OnlookerParts) {
    this.#parts = parts;
  }

  /** The document that the data is under now. */
  runs(text: string): void {
    this.#text = text;
    this.#drop();
    void this.#start();
  }

  /** Null: ask an engine thread. */
  async call(request: CallRequest): Promise<CallAnswer | null> {
    const open = this.#open;
    if (open === null || open.looking.lost) {
      this.#drop();
      void this.#start();
      return null;
    }
    const now = systemPlatform.now();
    const answer = await open.looking.run(() => {
      // The moment is the same however often it runs.
      open.clock.now = now;
      return open.calls.answer(request);
    });
    // The document was changed meanwhile: it may have been asked of other tables.
    return this.#open === open ? (answer?.value ?? null) : null;
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  #drop(): void {
    this.#open?.looking.close();
    this.#open = null;
  }

  async #start(): Promise<void> {
    const text = this.#text;
    if (text === null || this.#closed || this.#opening || performance.now() < this.#rests) return;
    this.#opening = true;
    try {
      const open = await opened(this.#parts.address, text);
      if (this.#closed || this.#text !== text) open.looking.close();
      else this.#open = open;
    } catch (error) {
      this.#rests = performance.now() + rest;
      const why = error instanceof Error ? error.message : String(error);
      this.#parts.log('error', `what only looks is answered by the engine threads for now: ${why}`);
    } finally {
      this.#opening = false;
    }
    if (this.#text !== text) await this.#start();
  }
}

async function opened(address: string, text: string): Promise<Open> {
  const looking = await openLooking(address);
  try {
    const { store, run } = looking;
    const model = readModel(text);
    if ((await run(() => store.adopt(model))) === null) throw new Error('the database does not say what it holds');
    const clock = { now: 0 };
    const platform = { ...systemPlatform, now: () => clock.now };
    return { looking, clock, calls: new Calls(createProduct({ model, store, platform, hasher: nativeHasher }), { runsTimers: false }) };
  } catch (error) {
    looking.close();
    throw error;
  }
}
