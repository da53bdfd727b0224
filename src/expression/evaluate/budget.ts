/**
 * Thrown where expressions need more steps than one operation may take. It is no EvaluationError:
 * what takes too much work must not pass for a missing value or a condition that does not hold.
 */
export class TooExpensive extends Error {
  override readonly name = 'TooExpensive';

  constructor() {
    super(`this takes more than ${stepsPerOperation} steps`);
  }
}

/**
 * As many elements of macros with short conditions take about half a second; where records are
 * read, a few seconds.
 */
export const stepsPerOperation = 2_000_000;

/**
 * What one operation may spend on its expressions. Counted are elements that a macro or a condition
 * looks at (more for long conditions), what lists, maps and texts hold that are made or read whole,
 * and questions to the store: the same data always takes the same steps.
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

  /** For a sweep over all records, each of which is a separate operation. */
  renew(): void {
    this.#left = stepsPerOperation;
  }
}
