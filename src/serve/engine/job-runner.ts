import type { Platform } from '../../base/platform.ts';
import type { Product } from '../../engine/product.ts';
import type { Run } from '../../engine/run.ts';
import { nobody } from '../../engine/world/world.ts';
import type { StoredJob } from '../../store/outbox.ts';

/** The result of one attempt. */
export type JobResult =
  /**
   * It succeeded. `effect` runs in the transaction that settles the job, so its writes happen
   * exactly once, however often the job was attempted. `note` is stored with the job.
   */
  | { readonly status: 'done'; readonly note?: string; readonly effect?: (run: Run) => void }
  /** `again`: retried later; `failed`: not retried. */
  | { readonly status: 'again' | 'failed'; readonly error: string };

/** Runs a body on the product. The body is re-run whenever an answer from elsewhere arrives. */
export type AskProduct = <T>(body: (product: Product) => T) => Promise<T>;

/** Attempts the jobs of one kind. */
export interface JobHandler {
  readonly kind: string;
  /**
   * Makes one attempt. It may repeat an earlier attempt of the same job; receivers recognise the
   * job by its id. An error it throws counts as `again`. `signal` aborts an attempt that takes too
   * long.
   */
  attempt(job: StoredJob, signal: AbortSignal, ask: AskProduct): Promise<JobResult>;
  /** Runs in the transaction that gives the job up. */
  gaveUp?(run: Run, job: StoredJob, error: string): void;
}

export interface JobRunnerParts {
  readonly handlers: readonly JobHandler[];
  readonly ask: AskProduct;
  readonly platform: Pick<Platform, 'now'>;
  readonly log: (level: 'info' | 'error', message: string) => void;
  readonly times?: Partial<JobTimes>;
}

/** In milliseconds. */
export interface JobTimes {
  /** The waits before the second attempt, the third and so on; then a job is given up. */
  readonly pauses: readonly number[];
  /** How long one attempt may take. */
  readonly attempt: number;
  /** How long a claim lasts; longer than an attempt. Then another process may take the job. */
  readonly claim: number;
  /** How often to look for due jobs that other processes wrote. */
  readonly poll: number;
  /** How long finished jobs are kept. */
  readonly keep: number;
}

const minute = 60_000;
const hour = 60 * minute;

export const jobTimes: JobTimes = {
  pauses: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour, 12 * hour, 24 * hour],
  attempt: minute,
  claim: 2 * minute,
  poll: 5000,
  keep: 7 * 24 * hour,
};

/** The maximum number of concurrent attempts. */
const mostAtOnce = 10;

/**
 * Runs due jobs (docs/decisions/0090). Several processes on one database may each have a runner:
 * only one of them claims a job at a time.
 */
export class JobRunner {
  readonly #parts: JobRunnerParts;
  readonly #times: JobTimes;
  readonly #handlers: ReadonlyMap<string, JobHandler>;
  readonly #ending = new AbortController();
  #poll: ReturnType<typeof setInterval> | undefined;
  #working: Promise<void> | null = null;
  readonly #attempts = new Set<Promise<void>>();
  #again = false;
  #cleaned = Number.NEGATIVE_INFINITY;

  constructor(parts: JobRunnerParts) {
    this.#parts = parts;
    this.#times = { ...jobTimes, ...parts.times };
    this.#handlers = new Map(parts.handlers.map((handler) => [handler.kind, handler]));
  }

  start(): void {
    if (this.#handlers.size === 0) return;
    this.#poll = setInterval(() => this.wake(), this.#times.poll);
    this.wake();
  }

  /** Call this after a job was written: the runner then looks for due jobs. */
  wake(): void {
    if (this.#ending.signal.aborted || this.#handlers.size === 0) return;
    this.#again = true;
    // Deferred until the transaction that wrote the job has ended: its body may still run, and no
    // other body may begin inside it.
    this.#working ??= Promise.resolve()
      .then(() => this.#work())
      .finally(() => {
        this.#working = null;
      });
  }

  /** Waits for the running attempts. */
  async close(): Promise<void> {
    clearInterval(this.#poll);
    this.#ending.abort();
    await Promise.all([this.#working, ...this.#attempts]);
  }

  async #work(): Promise<void> {
    while (this.#again && !this.#ending.signal.aborted) {
      this.#again = false;
      try {
        const now = this.#parts.platform.now();
        if (now - this.#cleaned > hour) {
          this.#cleaned = now;
          await this.#parts.ask(({ store }) => store.jobs.forgetDone(now - this.#times.keep));
        }
        const most = mostAtOnce - this.#attempts.size;
        if (most === 0) return;
        const claim = { kinds: [...this.#handlers.keys()], now, until: now + this.#times.claim, most };
        const claimed = await this.#parts.ask(({ store }) => store.jobs.claim(claim));
        for (const job of claimed) this.#begin(job);
      } catch (error) {
        this.#report(error);
      }
    }
  }

  /** Starts the attempt without waiting for it, so a slow receiver does not delay other jobs. */
  #begin(job: StoredJob): void {
    const attempt = this.#attempt(job)
      // The job could not be settled, so it is retried when its claim ends.
      .catch((error: unknown) => this.#report(error))
      .finally(() => {
        this.#attempts.delete(attempt);
        this.wake();
      });
    this.#attempts.add(attempt);
  }

  #report(error: unknown): void {
    this.#parts.log('error', `jobs: ${error instanceof Error ? error.message : String(error)}`);
  }

  async #attempt(job: StoredJob): Promise<void> {
    const handler = this.#handlers.get(job.kind);
    if (handler === undefined) return;
    let result: JobResult;
    try {
      result = await handler.attempt(job, AbortSignal.timeout(this.#times.attempt), this.#parts.ask);
    } catch (error) {
      result = { status: 'again', error: error instanceof Error ? error.message : String(error) };
    }
    if (result.status === 'done') return this.#done(job, result);
    const pause = result.status === 'again' ? this.#times.pauses[job.attempts - 1] : undefined;
    if (pause === undefined) return this.#giveUp(job, result.error);
    const dueAt = this.#parts.platform.now() + pause;
    const { error } = result;
    await this.#parts.ask(({ store }) => store.jobs.settle(job, { status: 'waiting', dueAt, lastError: shortened(error) }));
  }

  async #done(job: StoredJob, { note, effect }: Extract<JobResult, { status: 'done' }>): Promise<void> {
    const settled = { status: 'done', dueAt: this.#parts.platform.now(), lastError: note ?? null } as const;
    const outcome = await this.#parts.ask((product) =>
      product.transact(nobody, (run) => {
        if (run.world.store.jobs.settle(job, settled)) effect?.(run);
      }),
    );
    if (!outcome.ok) await this.#giveUp(job, outcome.refusals.map(({ because }) => because).join('; '));
  }

  async #giveUp(job: StoredJob, error: string): Promise<void> {
    const failed = { status: 'failed', dueAt: this.#parts.platform.now(), lastError: shortened(error) } as const;
    const handler = this.#handlers.get(job.kind);
    this.#parts.log('error', `the ${job.kind} job ${job.id} was given up after ${job.attempts} attempts: ${failed.lastError}`);
    const outcome = await this.#parts.ask((product) =>
      product.transact(nobody, (run) => {
        if (run.world.store.jobs.settle(job, failed)) handler?.gaveUp?.(run, job, failed.lastError);
      }),
    );
    if (outcome.ok) return;
    // The product refused what `triggerFailure` does; the job is marked as failed without it.
    this.#parts.log(
      'error',
      `what follows from giving up ${job.id} was refused: ${outcome.refusals.map(({ because }) => because).join('; ')}`,
    );
    await this.#parts.ask(({ store }) => store.jobs.settle(job, failed));
  }
}

/** Bounds the stored text, since a receiver may answer at any length. */
const shortened = (text: string): string => (text.length > 500 ? `${text.slice(0, 499)}…` : text);
