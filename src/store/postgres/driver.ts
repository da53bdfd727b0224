import { pending } from '../../base/pending.ts';
import type { Platform } from '../../base/platform.ts';
import { CommitUnknown, DocumentChanged } from '../errors.ts';
import type { Asked, Door, Pass, Transaction } from './door.ts';
import type { Reply, Request } from './exchange.ts';

/** Asks the database; rejects with DatabaseUnavailable. */
export type Perform = (request: Request) => Promise<readonly Reply[]>;

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** One body: the answers so far, and what it waits for. */
interface Run {
  readonly now: number;
  readonly outcomes: Map<string, Outcome>;
  readonly waiting: Map<string, Asked<unknown> | (() => Promise<unknown>)>;
  readonly transactions: Map<number, Transaction>;
  readonly drawn: unknown[];
  pass: Pass;
}

/**
 * Waits for the database without blocking the thread (docs/decisions/0080): a body runs until it
 * needs a missing answer, the driver fetches the answer, and the body runs again from its start.
 * The time is constant within a body, and ids and randomness are drawn once. Side effects outside
 * the store must be safe to repeat.
 */
export class Driver implements Door {
  readonly #perform: Perform;
  #run: Run | null = null;
  #transactions = 0;

  constructor(perform: Perform) {
    this.#perform = perform;
  }

  /** Rejects with what the body throws. `now`: milliseconds since the epoch. */
  async run<T>(body: () => T, now: number): Promise<T> {
    const run: Run = { now, outcomes: new Map(), waiting: new Map(), transactions: new Map(), drawn: [], pass: begun(null) };
    for (;;) {
      const outcome = this.#ran(run, body);
      // A body that kept `pending` to itself has not come to its end either.
      if (run.waiting.size > 0) await this.#settle(run);
      else if ('error' in outcome) throw afterwards(run, outcome.error);
      else return outcome.value as T;
    }
  }

  get pass(): Pass {
    return this.#running.pass;
  }

  get pending(): boolean {
    return this.#running.waiting.size > 0;
  }

  ask<T>(key: string, asked: () => Asked<T>): T {
    return this.#known(key, asked) as T;
  }

  /** What another part of the machine answers, a password's hash: the same for one key. */
  wait<T>(key: string, answer: () => Promise<T>): T {
    return this.#known(key, () => answer) as T;
  }

  tell(request: Request): void {
    // No caller waits: a connection that is lost meanwhile ends the transaction as well.
    this.#perform(request).catch(() => undefined);
  }

  transaction(unit: number): Transaction {
    const { transactions } = this.#running;
    const known = transactions.get(unit) ?? newTransaction(++this.#transactions);
    transactions.set(unit, known);
    return known;
  }

  /** The time, ids and randomness of the body that runs; outside of bodies those of `base`. */
  platform(base: Platform): Platform {
    return { ...base, now: () => this.#run?.now ?? base.now(), randomBytes: (count) => this.draw(() => base.randomBytes(count)) };
  }

  /** The same however often the body runs. */
  draw<T>(make: () => T): T {
    const run = this.#run;
    if (run === null) return make();
    const at = run.pass.draws++;
    if (at === run.drawn.length) run.drawn.push(make());
    return run.drawn[at] as T;
  }

  get #running(): Run {
    if (this.#run === null) throw new Error('the database can be queried only inside a run');
    return this.#run;
  }

  #known(key: string, asked: () => Asked<unknown> | (() => Promise<unknown>)): unknown {
    const { outcomes, waiting } = this.#running;
    const outcome = outcomes.get(key);
    if (outcome === undefined) {
      if (!waiting.has(key)) waiting.set(key, asked());
      throw pending;
    }
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  #ran<T>(run: Run, body: () => T): Outcome {
    run.pass = begun(run.pass.document);
    this.#run = run;
    try {
      return { value: body() };
    } catch (error) {
      return { error };
    } finally {
      this.#run = null;
    }
  }

  /** Everything that the body waits for; reads go together. */
  async #settle({ waiting, outcomes }: Run): Promise<void> {
    const reads = [...waiting].flatMap(([key, asked]) =>
      typeof asked !== 'function' && asked.request.kind === 'read' ? [{ key, asked, questions: asked.request.questions }] : [],
    );
    const fetched = [...waiting].flatMap(([key, asked]) => {
      if (typeof asked === 'function') return [settled(outcomes, key, asked)];
      if (asked.request.kind === 'read') return [];
      return [settled(outcomes, key, async () => asked.read(await this.#perform(asked.request)))];
    });
    if (reads.length > 0) {
      const replies = this.#perform({ kind: 'read', questions: reads.flatMap(({ questions }) => questions) });
      let from = 0;
      for (const { key, asked, questions } of reads) {
        const [first, last] = [from, (from += questions.length)];
        fetched.push(settled(outcomes, key, async () => asked.read((await replies).slice(first, last))));
      }
    }
    waiting.clear();
    await Promise.all(fetched);
  }
}

/** A run that learns of another document repeats all of it, but not if part of it was saved. */
function afterwards({ transactions }: Run, error: unknown): unknown {
  const hasSaved = error instanceof DocumentChanged && [...transactions.values()].some(({ committed }) => committed !== null);
  return hasSaved ? new CommitUnknown(error) : error;
}

async function settled(outcomes: Map<string, Outcome>, key: string, answer: () => Promise<unknown>): Promise<void> {
  try {
    outcomes.set(key, { value: await answer() });
  } catch (error) {
    outcomes.set(key, { error });
  }
}

const begun = (document: number | null): Pass => ({ unit: 0, draws: 0, document, inside: null, changes: 0 });

export const newTransaction = (id: number): Transaction => ({
  id,
  commands: [],
  replies: [],
  sent: 0,
  ended: false,
  settles: false,
  committed: null,
  steps: new Map(),
});
