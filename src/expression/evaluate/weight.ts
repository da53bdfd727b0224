import type { Node } from '../node.ts';
import { isMap } from '../values/compare.ts';
import type { Value } from '../values/value.ts';
import { visit } from '../visit.ts';
import type { Scope } from './scope.ts';

/** How many characters cost as much as one list element. */
const charactersAStep = 64;

// Weights can be cached, because values never change.
const known = new WeakMap<object, number>();

/** Below this weight, computing again is cheaper than caching. */
const keptFrom = 32;

/**
 * The size of a value in steps: its elements and keys, recursively. A part that occurs several
 * times counts each time, as if the value were written out. Records weigh nothing, since their
 * fields are read one by one.
 */
export function weightOf(value: Value): number {
  if (typeof value === 'string') return Math.floor(value.length / charactersAStep);
  if (typeof value !== 'object' || value === null) return 0;
  if (value instanceof Uint8Array) return Math.floor(value.length / charactersAStep);
  const parts = Array.isArray(value) ? (value as readonly Value[]) : isMap(value) ? value.values() : null;
  if (parts === null) return 0;
  const before = known.get(value);
  if (before !== undefined) return before;
  let weight = 0;
  for (const part of parts) weight += 1 + weightOf(part);
  if (weight > keptFrom) known.set(value, weight);
  return weight;
}

/** Spends the value's weight from the operation's budget; throws if the budget is exhausted. */
export function weigh<V extends Value>(value: V, { evaluationContext }: Scope): V {
  // Fast path for numbers and short texts, the most common values.
  if (typeof value === 'number' || (typeof value === 'string' && value.length < charactersAStep)) return value;
  const weight = weightOf(value);
  if (weight > 0) evaluationContext.budget.spend(weight);
  return value;
}

/** How many nodes are evaluated per step. */
const nodesAStep = 16;

/**
 * The cost of evaluating a node once, in steps. Macros inside it spend the cost of their elements
 * themselves.
 */
export function costOf(node: Node): number {
  let nodes = 0;
  visit(node, () => nodes++);
  return 1 + Math.floor(nodes / nodesAStep);
}
