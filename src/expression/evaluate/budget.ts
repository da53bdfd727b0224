/**
 * Thrown if expressions exceed the steps that one operation may take. Not an EvaluationError,
 * because excessive work must not pass for a missing value or a false condition.
 */
export class TooExpensive extends Error {
  override readonly name = 'TooExpensive';

  constructor() {
    super(`this takes more than ${stepsPerOperation} steps`);
  }
}

/**
 * For macros with short conditions, this many elements take about half a second; if records are
 * read, a few seconds.
 */
export const stepsPerOperation = 2_000_000;

/**
 * The budget of one operation for evaluating expressions. Steps are counted for elements that a
 * macro or condition visits (more for long conditions), for the contents of lists, maps and texts
 * created or read as a whole, and for queries to the store. The same data always costs the same.
 */
export class Budget {
  readonly #exceeded: () => Error;
  #left = stepsPerOperation;

  constructor(exceeded: () => Error = () => new TooExpensive()) {
    this.#exceeded = exceeded;
  }

  spend(steps: number): void {
    this.#left -= steps;
    if (this.#left < 0) throw this.#exceeded();
  }

  get spent(): number {
    return stepsPerOperation - this.#left;
  }

  /** Resets the budget, for a sweep over all records that treats each as a separate operation. */
  renew(): void {
    this.#left = stepsPerOperation;
  }
}
