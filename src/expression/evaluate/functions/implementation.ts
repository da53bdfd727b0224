import type { Node } from '../../node.ts';
import type { Value } from '../../values/value.ts';
import type { Scope } from '../scope.ts';

/**
 * The implementation of a function. For a method, the first argument is the operand before the dot.
 * Arguments are never null. Returns undefined if there is no such overload; throws Wrong if these
 * values have no result.
 */
export type Implementation = (args: readonly Value[], scope: Scope, node: Extract<Node, { kind: 'call' }>) => Value | undefined;

/** Not an Error, because it needs no stack and never leaves the evaluator. */
export class Wrong {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export function wrong(message: string): never {
  throw new Wrong(message);
}

/** The argument if it is a small integer, or undefined. */
export const whole = (value: Value | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
