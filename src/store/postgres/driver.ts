import { pending } from '../../base/pending.ts';
import type { Platform } from '../../base/platform.ts';
import { CommitUnknown, DocumentChanged } from '../errors.ts';
import { BodyChanged } from './body-changed.ts';
import type { Question, Reply, Request } from './exchange.ts';
import type { GeneratedValue, Pass, PassContext, PendingRequest, Transaction } from './pass-context.ts';
import { Places } from './places.ts';
import { command } from './questions.ts';

/** Sends a request to the database. Rejects with DatabaseUnavailable. */
export type SendRequest = (request: Request) => Promise<readonly Reply[]>;

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** The outcome is null while the answer is being fetched. */
interface Answer {
  readonly requested: PendingRequest<unknown> | (() => Promise<unknown>);
  outcome: Outcome | null;
}

/** One run of a body: the answers that have arrived, and those that are missing. */
interface Run {
  readonly now: number;
  /** By SQL (empty if there is none), then by key. */
  readonly answers: Map<string, Map<string, Answer>>;
  readonly waiting: Answer[];
  readonly transactions: Map<number, Transaction>;
  readonly drawn: Places<GeneratedValue>;
  readonly fixed: Map<string, unknown>;
  pass: Pass;
  changed: BodyChanged | null;
}

/**
 * Waits for the database without blocking the thread (docs/decisions/0080): a body runs until it
 * needs a missing answer, the driver fetches the answer, and the body is re-run from its start. The
 * time is constant within a body, and ids and randomness are drawn once. Side effects outside the
 * store must be safe to repeat.
 *
 * Each pass must begin the same transactions and draw the same values as the one before. So a body
 * may depend only on the database and its arguments, never on memory that other bodies write. The
 * driver detects a body that acts differently, and rejects with BodyChanged.
 */
export class Driver implements PassContext {
  readonly #perform: SendRequest;
  #run: Run | null = null;
  #transactions = 0;

  constructor(perform: SendRequest) {
    this.#perform = perform;
  }

  /**
   * Runs a body until it has all answers; rejects with the error that the body throws. `now`:
   * milliseconds since the epoch. Must not be called inside a body: a listener has to wait with its
   * queries until the body has ended.
   */
  async run<T>(body: () => T, now: number): Promise<T> {
    if (this.#run !== null) this.changed('it began another body inside itself');
    const run: Run = {
      now,
      answers: new Map(),
      waiting: [],
      transactions: new Map(),
      drawn: new Places(),
      fixed: new Map(),
      pass: begun(null),
      changed: null,
    };
    for (;;) {
      const outcome = this.#ran(run, body);
      // A body that caught `pending` is not finished either.
      if (run.waiting.length > 0) await this.#settle(run);
      else {
        this.#endLeft(run);
        if (run.changed !== null) throw run.changed;
        if ('error' in outcome) throw afterwards(run, outcome.error);
        const lost = [...run.transactions].find(([unit, { sent }]) => unit >= run.pass.unit && sent > 0);
        if (lost !== undefined) throw new BodyChanged(`a body did not come to its transaction again: ${shortened(lost[1].key)}`);
        return outcome.value as T;
      }
    }
  }

  get pass(): Pass {
    return this.#running.pass;
  }

  get pending(): boolean {
    return this.#running.waiting.length > 0;
  }

  ask<T>(key: string, requested: () => PendingRequest<T>, sql = ''): T {
    return this.#known(sql, key, requested) as T;
  }

  /**
   * Waits for something other than the database, such as a password hash. The answer is the same
   * for one key.
   */
  wait<T>(key: string, answer: () => Promise<T>): T {
    return this.#known('', key, () => answer) as T;
  }

  forget(key: string, sql: string): void {
    this.#running.answers.get(sql)?.delete(key);
  }

  fixed<T>(key: string, make: () => T): T {
    const { fixed } = this.#running;
    if (!fixed.has(key)) fixed.set(key, make());
    return fixed.get(key) as T;
  }

  tell(request: Request): void {
    // No caller waits: if the connection is lost meanwhile, that ends the transaction as well.
    this.#perform(request).catch(() => undefined);
  }

  transaction(unit: number, key: string): Transaction {
    const { transactions } = this.#running;
    const known = transactions.get(unit);
    if (known === undefined) {
      const made = newTransaction(++this.#transactions, key);
      transactions.set(unit, made);
      return made;
    }
    if (known.key !== key) this.changed(`its transaction ${unit} was ${shortened(known.key)} and became ${shortened(key)}`);
    return known;
  }

  changed(what: string): never {
    const run = this.#running;
    throw (run.changed ??= new BodyChanged(`a body did something else when it ran again: ${what}`));
  }

  /**
   * A platform whose time and randomness stay the same in all passes of a body; outside a body it
   * is `base`.
   */
  platform(base: Platform): Platform {
    return {
      ...base,
      now: () => this.#run?.now ?? base.now(),
      randomBytes: (count) => this.draw(`${count} bytes`, () => base.randomBytes(count)),
    };
  }

  /**
   * Draws a value that stays the same in all passes of a body. `kind` describes the value; drawing
   * another kind in its place is an error.
   */
  draw<T>(kind: string, make: () => T): T {
    const run = this.#run;
    // While an answer is missing, the body may skip what it would otherwise draw, so this value is
    // not recorded.
    if (run === null || run.waiting.length > 0) return make();
    const { inside } = run.pass;
    const drawn = inside?.transaction.drawn ?? run.drawn;
    const at = (inside ?? run.pass).draws++;
    if (at === drawn.length) drawn.push({ kind, value: make() });
    const known = drawn.at(at) as GeneratedValue;
    if (known.kind !== kind) this.changed(`it drew ${known.kind} and then ${kind}`);
    return known.value as T;
  }

  /** Runs `act` once, however often the body is re-run, once everything it needs has arrived. */
  once<T>(kind: string, act: () => T): T {
    if (this.#run !== null && this.pending) throw pending;
    return this.draw(kind, act);
  }

  get #running(): Run {
    if (this.#run === null) throw new Error('the database can be queried only inside a run');
    return this.#run;
  }

  #known(sql: string, key: string, requested: () => Answer['requested']): unknown {
    const { answers, waiting } = this.#running;
    let known = answers.get(sql);
    if (known === undefined) answers.set(sql, (known = new Map()));
    let answer = known.get(key);
    if (answer === undefined) {
      answer = { requested: requested(), outcome: null };
      known.set(key, answer);
      waiting.push(answer);
    }
    const { outcome } = answer;
    if (outcome === null) throw pending;
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  #ran<T>(run: Run, body: () => T): Outcome {
    run.pass = begun(run.pass.document);
    this.#run = run;
    const outcome = ran(body);
    this.#run = null;
    return outcome;
  }

  /** Ends transactions that the last pass left open, because each occupies a connection. */
  #endLeft({ transactions }: Run): void {
    for (const transaction of transactions.values()) {
      if (transaction.sent === 0 || transaction.ended) continue;
      transaction.ended = true;
      this.tell({ kind: 'transaction', transaction: transaction.id, questions: [command('ROLLBACK')], ends: true });
    }
  }

  /** Fetches all missing answers: reads together, and the requests of each transaction together. */
  async #settle({ waiting }: Run): Promise<void> {
    const fetched: Promise<void>[] = [];
    const requests = new Map<unknown, Waiting[]>();
    for (const answer of waiting.splice(0)) {
      const { requested } = answer;
      if (typeof requested === 'function') {
        fetched.push(outcomeOf(requested).then((outcome) => void (answer.outcome = outcome)));
        continue;
      }
      const { request } = requested;
      const group = request.kind === 'read' ? 'read' : request.kind === 'transaction' ? request.transaction : request;
      const others = requests.get(group);
      if (others === undefined) requests.set(group, [{ answer, requested }]);
      else others.push({ answer, requested });
    }
    for (const all of requests.values()) fetched.push(this.#fetch(all));
    await (fetched.length === 1 ? fetched[0] : Promise.all(fetched));
  }

  async #fetch(all: readonly Waiting[]): Promise<void> {
    const fetched = await outcomeOf(() => this.#perform(joined(all.map(({ requested }) => requested.request))));
    let from = 0;
    for (const { answer, requested } of all) {
      const [first, last] = [from, (from += questionsOf(requested.request).length)];
      answer.outcome = 'error' in fetched ? fetched : ran(() => requested.read(fetched.value.slice(first, last)));
    }
  }
}

/** A key is the text of a function, whose beginning is enough to recognise it. */
const shortened = (key: string): string => (key.length > 80 ? `${key.slice(0, 79)}…` : key);

interface Waiting {
  readonly answer: Answer;
  readonly requested: PendingRequest<unknown>;
}

const questionsOf = (request: Request): readonly Question[] => ('questions' in request ? request.questions : []);

/** Joins requests of one kind into one. */
function joined(requests: readonly Request[]): Request {
  const last = requests.at(-1) as Request;
  return requests.length > 1 && 'questions' in last ? { ...last, questions: requests.flatMap(questionsOf) } : last;
}

function ran<T>(body: () => T): Outcome {
  try {
    return { value: body() };
  } catch (error) {
    return { error };
  }
}

async function outcomeOf<T>(answer: () => Promise<T>): Promise<{ readonly value: T } | { readonly error: unknown }> {
  try {
    return { value: await answer() };
  } catch (error) {
    return { error };
  }
}

/**
 * The error to report. A caller repeats a run that rejects with DocumentChanged, which is wrong if
 * part of the run was already committed.
 */
function afterwards({ transactions }: Run, error: unknown): unknown {
  const hasSaved = error instanceof DocumentChanged && [...transactions.values()].some(({ committed }) => committed);
  return hasSaved ? new CommitUnknown(error) : error;
}

const begun = (document: number | null): Pass => ({ unit: 0, draws: 0, document, inside: null, changes: 0 });

export const newTransaction = (id: number, key: string): Transaction => ({
  id,
  key,
  commands: new Places(),
  replies: new Places(),
  failed: null,
  reads: [],
  step: null,
  over: [],
  sent: 0,
  ended: false,
  settles: false,
  decided: null,
  committed: false,
  drawn: new Places(),
  steps: new Map(),
});
