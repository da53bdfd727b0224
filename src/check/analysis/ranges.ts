import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { type Atom, atomOf, type Constants, parts } from './logic.ts';

/** A condition that restricts one term to a range and does nothing else. */
export interface Range {
  /** The term as written. */
  readonly term: string;
  /** Whether the values are whole numbers. */
  readonly whole: boolean;
  readonly low: number;
  readonly lowOpen: boolean;
  readonly high: number;
  readonly highOpen: boolean;
  readonly atoms: readonly Atom[];
}

/**
 * The range that a condition expresses; null for any other condition and for one that is never
 * true. For whole numbers, both bounds are inclusive.
 */
export function rangeOf(node: Node, constants: Constants): Range | null {
  const atoms: Atom[] = [];
  let low = Number.NEGATIVE_INFINITY;
  let high = Number.POSITIVE_INFINITY;
  let lowOpen = false;
  let highOpen = false;
  for (const part of parts(node, '&&')) {
    const atom = atomOf(part, constants);
    if (atom === null || atom.constraint.kind !== 'order' || atom.term !== (atoms[0] ?? atom).term) return null;
    const { operator, value } = atom.constraint;
    if (operator === '!=') return null;
    atoms.push(atom);
    if (operator !== '<' && operator !== '<=' && (value > low || (value === low && operator === '>'))) {
      low = value;
      lowOpen = operator === '>';
    }
    if (operator !== '>' && operator !== '>=' && (value < high || (value === high && operator === '<'))) {
      high = value;
      highOpen = operator === '<';
    }
  }
  const [first] = atoms;
  if (first === undefined) return null;
  const whole = first.counts || first.type.kind === 'integer';
  if (whole) {
    low = lowOpen ? Math.floor(low) + 1 : Math.ceil(low);
    high = highOpen ? Math.ceil(high) - 1 : Math.floor(high);
    lowOpen = false;
    highOpen = false;
  }
  if (low > high || (low === high && (lowOpen || highOpen))) return null;
  return { term: first.term, whole, low, lowOpen, high, highOpen, atoms };
}

/** Whether `outer` contains all of `inner`. */
export const containsRange = (inner: Range, outer: Range): boolean =>
  (inner.low > outer.low || (inner.low === outer.low && (inner.lowOpen || !outer.lowOpen))) &&
  (inner.high < outer.high || (inner.high === outer.high && (inner.highOpen || !outer.highOpen)));

/** The only value that two longer ranges share; null if they share none or several. */
export function commonPoint(a: Range, b: Range): number | null {
  const [below, above] = a.low <= b.low ? [a, b] : [b, a];
  if (below.high !== above.low || below.highOpen || above.lowOpen) return null;
  return below.low === below.high || above.low === above.high ? null : below.high;
}

/** The only value missing between two ranges; null if none or several are missing. */
export function missingPoint(a: Range, b: Range): number | null {
  const [below, above] = a.low <= b.low ? [a, b] : [b, a];
  if (below.whole) return above.low - below.high === 2 ? below.high + 1 : null;
  return below.high === above.low && below.highOpen && above.lowOpen ? below.high : null;
}

/** A value as one of the ranges writes it, or else as a number. */
export function written(value: number, ranges: readonly Range[]): string {
  for (const { atoms, term } of ranges) {
    for (const { node, constraint } of atoms) {
      if (constraint.kind !== 'order' || constraint.value !== value || node.kind !== 'binary') continue;
      return print(print(node.left) === term ? node.right : node.left);
    }
  }
  return String(value);
}
