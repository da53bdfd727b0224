import type { Node } from '../node.ts';
import { type Compiled, Failure } from './failure.ts';

/**
 * Under this key, which is not a name, a scope holds the names that the request left out. Those
 * without a default are null when read.
 */
export const absentNames = '(absent)';

/** `given(name)`: was the name in the request? */
export function compileGiven(node: Extract<Node, { kind: 'call' }>): Compiled {
  const [asked] = node.args;
  if (asked?.kind !== 'name') {
    const wrong = new Failure('given() takes a name that the request may hold', node);
    return () => wrong;
  }
  const { name } = asked;
  return ({ bound }) => {
    const absent = bound.get(absentNames);
    return !(Array.isArray(absent) && (absent as readonly unknown[]).includes(name));
  };
}
