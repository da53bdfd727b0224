import type { Value } from '../values/value.ts';
import type { Scope } from './scope.ts';

/**
 * Why something has no value. Inside the evaluator this is an ordinary result, not an exception:
 * conditions over nullable relations fail for record after record, and a thrown error costs a
 * thousand times a returned one.
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
