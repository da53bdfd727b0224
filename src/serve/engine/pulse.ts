import { CommitUnknown, DatabaseUnavailable } from '../../store/errors.ts';

/** How long the database may take to answer, and the pause between checks; in milliseconds. */
export const pulseTimes = { answer: 1000, every: 500 };

/**
 * A silent database counts as lost after `open` checks; a refused connection counts immediately.
 * While it is lost, a new connection gets `lost` checks, because connecting may take longer.
 */
const silences = { open: 2, lost: 5 };

/** Sends the database the cheapest possible query. A probe that has failed is not used again. */
export interface Probe {
  ask(): Promise<unknown>;
  close(): void;
}

/**
 * A circuit breaker: checks the database on a separate connection. While the database is lost, it
 * refuses new requests instead of queueing them, and gives up open requests, because they might
 * never finish.
 */
export class Pulse {
  readonly #probe: () => Probe;
  readonly #onChange: (lost: boolean) => void;
  #kept: { readonly probe: Probe; probed: Promise<'answer' | 'refusal'> | null } | null = null;
  #answer: Promise<boolean> | null = null;
  #lost = false;
  #silent = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #closed = false;
  readonly #waiting = new Set<(error: Error) => void>();

  /**
   * Checking begins with `start`. `probe` opens a new connection; `onChange` is called when the
   * database is lost and when it is back.
   */
  constructor(probe: () => Probe, onChange: (lost: boolean) => void) {
    this.#probe = probe;
    this.#onChange = onChange;
  }

  /**
   * Runs the body unless the database is lost. Rejects with DatabaseUnavailable, or with
   * CommitUnknown if the database is lost during the run.
   */
  async guard<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#lost) throw new DatabaseUnavailable('the database does not respond');
    let giveUp: (error: Error) => void = () => undefined;
    const lost = new Promise<never>((_resolve, reject) => {
      giveUp = reject;
    });
    this.#waiting.add(giveUp);
    try {
      return await Promise.race([ask(), lost]);
    } catch (error) {
      // Check now instead of at the next interval, so that later requests need not run into the
      // loss.
      if (error instanceof DatabaseUnavailable || error instanceof CommitUnknown) void this.answers();
      throw error;
    } finally {
      this.#waiting.delete(giveUp);
    }
  }

  /**
   * Waits for the first answer as long as it takes; a new connection is slower than an open one.
   */
  async start(): Promise<void> {
    this.#kept = { probe: this.#probe(), probed: null };
    this.#kept.probed = answerOf(this.#kept.probe);
    await this.#kept.probed;
    await this.answers();
    if (!this.#closed) this.#later();
  }

  /** Whether the database answers now, within `pulseTimes.answer`. Never rejects. */
  answers(): Promise<boolean> {
    this.#answer ??= this.#ask().finally(() => {
      this.#answer = null;
    });
    return this.#answer;
  }

  close(): void {
    this.#closed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#kept?.probe.close();
  }

  async #ask(): Promise<boolean> {
    if (this.#closed) return false;
    this.#kept ??= { probe: this.#probe(), probed: null };
    const kept = this.#kept;
    // Keep waiting for an earlier query: a new connection would take longer.
    kept.probed ??= answerOf(kept.probe);
    const probed = await inTime(kept.probed);
    if (this.#closed) return false;
    if (probed === 'answer') {
      kept.probed = null;
      this.#silent = 0;
      this.#become(false);
      return true;
    }
    if (probed === 'silence' && ++this.#silent < (this.#lost ? silences.lost : silences.open)) return false;
    this.#silent = 0;
    kept.probe.close();
    this.#kept = null;
    this.#become(true);
    return false;
  }

  #become(lost: boolean): void {
    if (lost === this.#lost) return;
    this.#lost = lost;
    this.#onChange(lost);
    if (!lost) return;
    const error = new CommitUnknown(new Error('the connection to the database was lost'));
    for (const giveUp of [...this.#waiting]) giveUp(error);
  }

  #later(): void {
    this.#timer = setTimeout(async () => {
      await this.answers();
      if (!this.#closed) this.#later();
    }, pulseTimes.every);
    this.#timer.unref();
  }
}

const answerOf = (probe: Probe): Promise<'answer' | 'refusal'> =>
  probe.ask().then(
    () => 'answer',
    () => 'refusal',
  );

/** Waits again if this thread was busy, because the answer may have arrived unread. */
async function inTime(answer: Promise<'answer' | 'refusal'>): Promise<'answer' | 'refusal' | 'silence'> {
  for (;;) {
    const began = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'silence'>((resolve) => {
      timer = setTimeout(resolve, pulseTimes.answer, 'silence');
    });
    const probed = await Promise.race([answer, late]);
    clearTimeout(timer);
    if (probed !== 'silence' || performance.now() - began < pulseTimes.answer + 200) return probed;
  }
}
