import type { Node } from '../node.ts';
import type { Value } from '../values/value.ts';
import { compileIndex, compileSelect } from './access.ts';
import { arithmetic, negate, type Outcome } from './arithmetic.ts';
import { compileCall } from './calls.ts';
import { compileEquality, compileMembership, compileOrder } from './comparison.ts';
import { compileDistinct } from './distinct.ts';
import { type Compiled, Failure, type Result } from './failure.ts';
import { Wrong } from './functions/implementation.ts';
import { addMonths } from './functions/moments.ts';
import { compileGiven } from './given.ts';
import { compileAnd, compileConditional, compileNot, compileOr } from './logic.ts';
import { compileMacro } from './macros.ts';
import { compileName } from './name.ts';
import type { Scope } from './scope.ts';
import { valueWords } from './value-words.ts';
import { weigh } from './weight.ts';

// Checked trees never change, so compiled closures can be cached by node.
const known = new WeakMap<Node, Compiled>();

/** Compiles a node to a closure; returns the same closure each time. */
export function compile(node: Node): Compiled {
  const before = known.get(node);
  if (before !== undefined) return before;
  const compiled = compileNew(node);
  known.set(node, compiled);
  return compiled;
}

function compileNew(node: Node): Compiled {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'name':
      return compileName(node);
    case 'select':
      return compileSelect(node, compile(node.operand));
    case 'index':
      return compileIndex(node, compile(node.operand), compile(node.index));
    case 'call':
      if (node.name === 'given' && node.target === null) return compileGiven(node);
      if (node.name === 'distinct') return compileDistinct(node, compile);
      return compileCall(node, (node.target === null ? node.args : [node.target, ...node.args]).map(compile));
    case 'unary':
      return node.operator === '!' ? compileNot(node, compile(node.operand)) : compileNegation(node, compile(node.operand));
    case 'binary':
      return compileBinary(node);
    case 'conditional':
      return compileConditional(node, compile(node.test), compile(node.then), compile(node.otherwise));
    case 'list':
      return compileList(node.items.map(compile));
    case 'map':
      return compileMap(node);
    case 'macro':
      return compileMacro(node, compile(node.target), node.filter === null ? null : compile(node.filter), compile(node.body));
  }
}

function compileBinary(node: Extract<Node, { kind: 'binary' }>): Compiled {
  const left = compile(node.left);
  const right = compile(node.right);
  switch (node.operator) {
    case '&&':
      return compileAnd(node, left, right);
    case '||':
      return compileOr(node, left, right);
    case '==':
    case '!=':
      return compileEquality(node, left, right);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compileOrder(node, left, right);
    case 'in':
      return compileMembership(node, left, right);
    default: {
      const months = monthsIn(node.right);
      return months === null ? compileArithmetic(node, node.operator, left, right) : compileMonths(node, left, compile(months));
    }
  }
}

/** The argument of `months(n)`; null for any other node. */
const monthsIn = (node: Node): Node | null =>
  node.kind === 'call' && node.name === 'months' && node.target === null && node.args.length === 1 ? (node.args[0] ?? null) : null;

/** Compiles `due + months(1)`. */
function compileMonths(node: Extract<Node, { kind: 'binary' }>, left: Compiled, months: Compiled): Compiled {
  return (scope) => {
    const [value, count] = [left(scope), months(scope)];
    if (value instanceof Failure) return value;
    if (count instanceof Failure) return count;
    const sign = node.operator === '+' ? 1 : node.operator === '-' ? -1 : null;
    return settled(
      node,
      monthsAway(value, typeof count === 'number' && sign !== null ? sign * count : null, scope),
      () => `“${node.operator}” has no meaning for ${valueWords(value)} and months`,
    );
  };
}

function monthsAway(value: Value, count: number | null, scope: Scope): Outcome {
  try {
    const moved = count === null ? undefined : addMonths(value, count, scope);
    return moved === undefined ? undefined : { value: moved };
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message };
    throw error;
  }
}

const small: Record<'+' | '-' | '*', (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
};

function compileArithmetic(node: Node, operator: '+' | '-' | '*' | '/' | '%', left: Compiled, right: Compiled): Compiled {
  const quick = operator === '/' || operator === '%' ? undefined : small[operator];
  return (scope) => {
    const a = left(scope);
    const b = right(scope);
    if (quick !== undefined && typeof a === 'number' && typeof b === 'number') {
      const result = quick(a, b);
      // A safe integer result was computed without rounding; `
      // 0` turns -0 into 0.
      if (Number.isSafeInteger(result)) return result || 0;
    }
    if (a instanceof Failure) return a;
    if (b instanceof Failure) return b;
    const outcome = arithmetic(operator, a, b);
    if (outcome !== undefined && 'value' in outcome) return weigh(outcome.value, scope);
    return settled(node, outcome, () => `“${operator}” has no meaning for ${valueWords(a)} and ${valueWords(b)}`);
  };
}

function compileNegation(node: Node, operand: Compiled): Compiled {
  return (scope) => {
    const value = operand(scope);
    if (value instanceof Failure) return value;
    return settled(node, negate(value), () => `“-” has no meaning for ${valueWords(value)}`);
  };
}

function settled(node: Node, outcome: Outcome, meaningless: () => string): Result {
  if (outcome === undefined) return new Failure(meaningless(), node);
  return 'wrong' in outcome ? new Failure(outcome.wrong, node) : outcome.value;
}

function compileList(items: readonly Compiled[]): Compiled {
  return (scope) => {
    const values: Value[] = [];
    for (const item of items) {
      const value = item(scope);
      if (value instanceof Failure) return value;
      values.push(value);
    }
    return weigh(values, scope);
  };
}

function compileMap(node: Extract<Node, { kind: 'map' }>): Compiled {
  const entries = node.entries.map(({ key, value }) => ({ node: key, key: compile(key), value: compile(value) }));
  return (scope) => {
    const map = new Map<string, Value>();
    for (const entry of entries) {
      const key = entry.key(scope);
      if (key instanceof Failure) return key;
      if (typeof key !== 'string') return new Failure(`the keys of a map are texts, not ${valueWords(key)}`, entry.node);
      if (map.has(key)) return new Failure(`the key “${key}” appears twice`, entry.node);
      const value = entry.value(scope);
      if (value instanceof Failure) return value;
      map.set(key, value);
    }
    return weigh(map, scope);
  };
}
