import type { Node } from '../node.ts';
import { type Compiled, Failure } from './failure.ts';

/**
 * The scope key, deliberately no valid name, that lists the names left out of the request. Without
 * a default they evaluate to null.
 */
export const absentNames = '(absent)';

/** `given(name)`: whether the request contained the name. */
export function compileGiven(node: Extract<Node, { kind: 'call' }>): Compiled {
  const [argument] = node.args;
  if (argument?.kind !== 'name') {
    const wrong = new Failure('given() takes a name that the request may hold', node);
    return () => wrong;
  }
  const { name } = argument;
  return ({ bound }) => {
    const absent = bound.get(absentNames);
    return !(Array.isArray(absent) && (absent as readonly unknown[]).includes(name));
  };
}
