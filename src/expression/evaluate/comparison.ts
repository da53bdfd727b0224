import type { Node } from '../node.ts';
import { compare, equals, isMap } from '../values/compare.ts';
import { isRecord, isRecordList, type Value } from '../values/value.ts';
import { type Compiled, Failure, type Result } from './failure.ts';
import type { Scope } from './scope.ts';
import { valueWords } from './value-words.ts';
import { weigh } from './weight.ts';

type BinaryNode = Extract<Node, { kind: 'binary' }>;

/**
 * Compiles `==` and `!=`. Comparing with a literal text, boolean or null needs only an identity
 * check.
 */
export function compileEquality(node: BinaryNode, left: Compiled, right: Compiled): Compiled {
  const wanted = node.operator === '==';
  const literal = node.right.kind === 'literal' ? node.right : node.left.kind === 'literal' ? node.left : undefined;
  if (literal !== undefined && (literal.value === null || typeof literal.value === 'string' || typeof literal.value === 'boolean')) {
    const { value } = literal;
    const other = literal === node.right ? left : right;
    return (scope) => {
      const found = other(scope);
      return found === value ? wanted : found instanceof Failure ? found : !wanted;
    };
  }
  return (scope) => {
    const a = left(scope);
    const b = right(scope);
    // Fast path: most comparisons are between scalars of one type. Objects, including failures, are
    // compared below.
    if (typeof a !== 'object' && typeof a === typeof b) return ((typeof a === 'string' ? weigh(a, scope) : a) === b) === wanted;
    if (a instanceof Failure) return a;
    if (b instanceof Failure) return b;
    return equals(weigh(a, scope), b) === wanted;
  };
}

/**
 * Compiles `<`, `<=`, `>` and `>=`: numbers are compared directly, everything else by `compare`.
 */
export function compileOrder(node: BinaryNode, left: Compiled, right: Compiled): Compiled {
  const { operator } = node;
  const slow = (a: Result, b: Result, scope: Scope): Result => {
    if (a instanceof Failure) return a;
    if (b instanceof Failure) return b;
    const order = compare(weigh(a, scope), b);
    if (order === undefined) return new Failure(`${valueWords(a)} and ${valueWords(b)} have no order`, node);
    return operator === '<' ? order < 0 : operator === '<=' ? order <= 0 : operator === '>' ? order > 0 : order >= 0;
  };
  switch (operator) {
    case '<':
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        return typeof a === 'number' && typeof b === 'number' ? a < b : slow(a, b, scope);
      };
    case '<=':
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        return typeof a === 'number' && typeof b === 'number' ? a <= b : slow(a, b, scope);
      };
    case '>':
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        return typeof a === 'number' && typeof b === 'number' ? a > b : slow(a, b, scope);
      };
    default:
      return (scope) => {
        const a = left(scope);
        const b = right(scope);
        return typeof a === 'number' && typeof b === 'number' ? a >= b : slow(a, b, scope);
      };
  }
}

/** Compiles `x in list`. A list of text literals becomes a set. */
export function compileMembership(node: BinaryNode, left: Compiled, right: Compiled): Compiled {
  if (node.right.kind === 'list' && node.right.items.every((item) => item.kind === 'literal' && typeof item.value === 'string')) {
    const texts = new Set<Result>(node.right.items.map((item) => (item.kind === 'literal' ? item.value : null)));
    return (scope) => {
      const found = left(scope);
      return found instanceof Failure ? found : texts.has(found);
    };
  }
  return (scope) => {
    const found = left(scope);
    if (found instanceof Failure) return found;
    const list = right(scope);
    if (list instanceof Failure) return list;
    return isIn(found, weigh(list, scope)) ?? new Failure(`“in” looks into a list or a map, not into ${valueWords(list)}`, node.right);
  };
}

function isIn(value: Value, list: Value): boolean | undefined {
  if (Array.isArray(list)) {
    for (const item of list as readonly Value[]) if (equals(value, item)) return true;
    return false;
  }
  if (isRecordList(list)) return isRecord(value) && value.entity === list.entity && list.includes(value);
  return isMap(list) ? typeof value === 'string' && list.has(value) : undefined;
}
