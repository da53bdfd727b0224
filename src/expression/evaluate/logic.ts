import type { Node } from '../node.ts';
import { type Compiled, Failure, type Result } from './failure.ts';
import { valueWords } from './value-words.ts';

const notBoolean = (value: Result, node: Node): Failure =>
  value instanceof Failure ? value : new Failure(`a condition is true or false, not ${valueWords(value)}`, node);

/** CEL: if one side decides the result, the other may fail. */
export function compileAnd(node: Extract<Node, { kind: 'binary' }>, left: Compiled, right: Compiled): Compiled {
  return (scope) => {
    const a = left(scope);
    if (a === false) return false;
    const b = right(scope);
    if (b === false) return false;
    if (a === true && b === true) return true;
    return a === true ? notBoolean(b, node.right) : notBoolean(a, node.left);
  };
}

export function compileOr(node: Extract<Node, { kind: 'binary' }>, left: Compiled, right: Compiled): Compiled {
  return (scope) => {
    const a = left(scope);
    if (a === true) return true;
    const b = right(scope);
    if (b === true) return true;
    if (a === false && b === false) return false;
    return a === false ? notBoolean(b, node.right) : notBoolean(a, node.left);
  };
}

export function compileNot(node: Extract<Node, { kind: 'unary' }>, operand: Compiled): Compiled {
  return (scope) => {
    const value = operand(scope);
    return typeof value === 'boolean' ? !value : notBoolean(value, node.operand);
  };
}

export function compileConditional(
  node: Extract<Node, { kind: 'conditional' }>,
  test: Compiled,
  then: Compiled,
  otherwise: Compiled,
): Compiled {
  return (scope) => {
    const value = test(scope);
    if (value === true) return then(scope);
    return value === false ? otherwise(scope) : notBoolean(value, node.test);
  };
}
