import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { type Atom, atomOf, type Constants, parts } from './logic.ts';

/** A condition that says between which bounds one term lies, and nothing else. */
export interface Range {
  /** The term as it is written. */
  readonly term: string;
  /** Between two of its values there may be none. */
  readonly whole: boolean;
  readonly low: number;
  readonly lowOpen: boolean;
  readonly high: number;
  readonly highOpen: boolean;
  readonly atoms: readonly Atom[];
}

/**
 * Null for every other condition, and for one that never holds. Of whole numbers both bounds are
 * part of the range.
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

/** Does everything in `inner` lie in `outer`? */
export const within = (inner: Range, outer: Range): boolean =>
  (inner.low > outer.low || (inner.low === outer.low && (inner.lowOpen || !outer.lowOpen))) &&
  (inner.high < outer.high || (inner.high === outer.high && (inner.highOpen || !outer.highOpen)));

/**
 * The one value that two ranges, each of more than it, have in common; null when it is none or more
 * than one.
 */
export function commonPoint(a: Range, b: Range): number | null {
  const [below, above] = a.low <= b.low ? [a, b] : [b, a];
  if (below.high !== above.low || below.highOpen || above.lowOpen) return null;
  return below.low === below.high || above.low === above.high ? null : below.high;
}

/** The one value that two ranges leave out between them; null when it is none or more than one. */
export function missingPoint(a: Range, b: Range): number | null {
  const [below, above] = a.low <= b.low ? [a, b] : [b, a];
  if (below.whole) return above.low - below.high === 2 ? below.high + 1 : null;
  return below.high === above.low && below.highOpen && above.lowOpen ? below.high : null;
}

/** A value as one of the ranges writes it, else as a number. */
export function written(value: number, ranges: readonly Range[]): string {
  for (const { atoms, term } of ranges) {
    for (const { node, constraint } of atoms) {
      if (constraint.kind !== 'order' || constraint.value !== value || node.kind !== 'binary') continue;
      return print(print(node.left) === term ? node.right : node.left);
    }
  }
  return String(value);
}
