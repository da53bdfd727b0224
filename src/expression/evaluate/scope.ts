import { StacklessError } from '../../base/stackless.ts';

export type { EvaluationContext, Scope } from '../values/value.ts';

/**
 * Thrown when an expression has no value: a field of null, division by zero, a constant that is a
 * hole.
 */
export class EvaluationError extends StacklessError {
  override readonly name = 'EvaluationError';
  /** Offsets in the expression's source. */
  readonly from: number;
  readonly to: number;

  constructor(message: string, from: number, to: number) {
    super(message);
    this.from = from;
    this.to = to;
  }
}
