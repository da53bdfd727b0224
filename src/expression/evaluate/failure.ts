import type { Value } from '../values/value.ts';
import type { Scope } from './scope.ts';

/**
 * Why an expression has no value. The evaluator returns it instead of throwing: conditions over
 * nullable relations fail for record after record, and throwing costs a thousand times more than
 * returning.
 */
export class Failure {
  readonly message: string;
  readonly from: number;
  readonly to: number;

  constructor(message: string, place: { readonly from: number; readonly to: number }) {
    this.message = message;
    this.from = place.from;
    this.to = place.to;
  }
}

export type Result = Value | Failure;
export type Compiled = (scope: Scope) => Result;
