import type { Node } from '../node.ts';
import { isMap } from '../values/compare.ts';
import type { Value } from '../values/value.ts';
import { visit } from '../visit.ts';
import type { Scope } from './scope.ts';

/** Characters that weigh as much as one element of a list. */
const charactersAStep = 64;

// Values are never changed.
const known = new WeakMap<object, number>();

/** Smaller values are weighed again, which costs less than to remember them. */
const keptFrom = 32;

/**
 * How much a value holds, in steps: elements and keys, and those of what it holds. A part that it
 * holds several times counts each time, as in the value written out. Records are
 * read field by field and weigh nothing themselves.
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

/** Charges what a value weighs to the operation; throws where it cannot pay. */
export function weigh<V extends Value>(value: V, { evaluationContext }: Scope): V {
  // Most are numbers and short texts.
  if (typeof value === 'number' || (typeof value === 'string' && value.length < charactersAStep)) return value;
  const weight = weightOf(value);
  if (weight > 0) evaluationContext.budget.spend(weight);
  return value;
}

/** Nodes that are evaluated in one step. */
const nodesAStep = 16;

/**
 * What it costs to evaluate a node once, in steps; what macros in it cost for each element they
 * charge themselves.
 */
export function costOf(node: Node): number {
  let nodes = 0;
  visit(node, () => nodes++);
  return 1 + Math.floor(nodes / nodesAStep);
}
