import { idsOf, type Platform, systemPlatform } from '../../base/platform.ts';
import type { Hasher } from '../../engine/hasher.ts';
import { textKey } from '../../engine/open-document.ts';
import { createProduct } from '../../engine/product.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { openReplay, type ReplayedStore } from '../../store/postgres/server/open-replay.ts';
import { OnlyReads } from '../../store/store.ts';
import { Calls } from '../calls/answer-call.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import { nativeHasher } from './native-hasher.ts';

export interface AtHandParts {
  /** `postgres://…` */
  readonly address: string;
  /** Also what is written, of documents without timers; else only what looks. */
  readonly writes: boolean;
  /** Something was written and committed. */
  readonly changed: () => void;
  readonly log: (level: 'info' | 'error', message: string) => void;
}

/** A product over a server that this thread asks without waiting. */
interface Open {
  readonly kept: ReplayedStore;
  readonly calls: Calls;
  /** The moment of the body that runs. */
  readonly clock: { now: number };
  /** The body that runs has written. */
  readonly wrote: { is: boolean };
  readonly writes: boolean;
}

/** Milliseconds after which a server that could not be reached is tried again. */
const rest = 1000;
/** What brings more along, in characters, is read and worked on where nobody stands behind it. */
const longest = 65_536;
const sessions = { looking: 3, writing: 6 };

/**
 * Answers calls in the thread of HTTP itself: to wake another one for each costs more than most of them. What cannot be answered so is for an engine
 * thread: whoever asks hears null, and nothing has been done. Timers and passwords are the threads' as well.
 */
export class AtHand {
  readonly #parts: AtHandParts;
  #text: string | null = null;
  #open: Open | null = null;
  /** Until when nothing is tried: `performance.now()`. */
  #rests = 0;
  #opening = false;
  #closed = false;
  readonly #underWay = new Set<Promise<unknown>>();

  constructor(parts: AtHandParts) {
    this.#parts = parts;
  }

  /** The document that the data is under now. */
  runs(text: string): void {
    this.#text = text;
    this.#rests = 0;
    this.#drop();
    void this.#start();
  }

  /** Null: ask an engine thread. Rejects with CommitUnknown, and with mistakes of ours. */
  async call(request: CallRequest): Promise<CallAnswer | null> {
    const open = this.#open;
    if (open === null || open.kept.isOver) {
      this.#drop();
      void this.#start();
      return null;
    }
    if ((request.method !== 'GET' && !open.writes) || (request.body?.length ?? 0) > longest) return null;
    const now = systemPlatform.now();
    let wrote = false;
    const asked = open.kept.run(() => {
      // The moment is the same however often it runs.
      open.clock.now = now;
      open.wrote.is = false;
      const answer = open.calls.answer(request);
      wrote = open.wrote.is;
      return answer;
    });
    this.#underWay.add(asked);
    try {
      const answer = await asked;
      if (answer !== null && wrote) this.#parts.changed();
      return answer?.value ?? null;
    } finally {
      this.#underWay.delete(asked);
    }
  }

  /** The server is lost: whoever waits for it waits no longer. */
  cut(): void {
    this.#open?.kept.abandon();
    this.#drop();
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled(this.#underWay);
    this.#drop();
  }

  /** Nothing more is asked there; what is under way comes to its end. */
  #drop(): void {
    const left = this.#open;
    this.#open = null;
    if (left !== null) void Promise.allSettled(this.#underWay).then(() => left.kept.close());
  }

  async #start(): Promise<void> {
    const text = this.#text;
    if (text === null || this.#closed || this.#opening || performance.now() < this.#rests) return;
    this.#opening = true;
    try {
      const open = await opened(this.#parts, text);
      // Else somebody is changing the document: an engine thread follows, and says so.
      if (open === null) this.#rests = performance.now() + rest;
      else if (this.#closed || this.#text !== text) open.kept.close();
      else this.#open = open;
    } catch (error) {
      this.#rests = performance.now() + rest;
      const why = error instanceof Error ? error.message : String(error);
      this.#parts.log('error', `calls are answered by the engine threads alone for now: ${why}`);
    } finally {
      this.#opening = false;
    }
    if (this.#text !== text) await this.#start();
  }
}

/** Null: the data is under another document. */
async function opened({ address, writes }: AtHandParts, text: string): Promise<Open | null> {
  const model = readModel(text);
  const mayWrite = writes && !hasTimers(model);
  const kept = await openReplay(address, { sessions: { ...sessions, writing: mayWrite ? sessions.writing : 0 } });
  try {
    const { store, run, once } = kept;
    const adopted = await run(() => {
      if (store.meta(textKey) !== text) return false;
      store.adopt(model);
      return true;
    });
    if (adopted === null) throw new Error('the database does not say what it holds');
    if (!adopted.value) {
      kept.close();
      return null;
    }
    const clock = { now: 0 };
    const platform: Platform = {
      ...systemPlatform,
      now: () => clock.now,
      randomBytes: (count) => once(() => systemPlatform.randomBytes(count)),
    };
    const ids = idsOf(systemPlatform);
    const product = createProduct({ model, store, platform, hasher: quickHasher, newId: () => once(ids) });
    const wrote = { is: false };
    product.subscribe(() => {
      wrote.is = true;
    });
    return { kept, clock, wrote, writes: mayWrite, calls: new Calls(product, { runsTimers: false }) };
  } catch (error) {
    kept.close();
    throw error;
  }
}

/** Whoever writes looks after the timers of what it wrote. */
const hasTimers = ({ machines }: Model): boolean =>
  machines.some(({ transitions }) => transitions.some(({ trigger }) => trigger.kind === 'after' || trigger.kind === 'at'));

const elsewhere = (): never => {
  throw new OnlyReads();
};

/** A password takes a tenth of a second: that is for a thread that nobody stands behind. */
const quickHasher: Hasher = { ...nativeHasher, hash: elsewhere, hashExample: elsewhere, verify: elsewhere };
