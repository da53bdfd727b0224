import type { Node } from '../../node.ts';
import type { Value } from '../../values/value.ts';
import type { Scope } from '../scope.ts';

/**
 * What a function does with its arguments; in a method the first is what is before the dot.
 * Null never comes here. Undefined: no such overload. Throws Wrong where there is no result for
 * these values.
 */
export type Implementation = (args: readonly Value[], scope: Scope, node: Extract<Node, { kind: 'call' }>) => Value | undefined;

/** Not an Error: no stack is needed, and it never leaves the evaluator. */
export class Wrong {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export function wrong(message: string): never {
  throw new Wrong(message);
}

/** A small integer argument, or undefined. */
export const whole = (value: Value | undefined): number | undefined => (typeof value === 'number' ? value : undefined);
