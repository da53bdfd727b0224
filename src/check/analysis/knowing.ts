import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import type { Type } from '../../expression/types/type.ts';
import { children } from '../../expression/visit.ts';
import { atomOf, type Constants } from './logic.ts';

/**
 * What is certain of a term where a part of an expression is worked out, because a condition around
 * it says so.
 */
export interface Fact {
  /** The term as it is written. */
  readonly term: string;
  readonly notNull: boolean;
  readonly notZero: boolean;
  /** Of a number: more than zero. */
  readonly positive: boolean;
}

/** Visits a node and all under it with what is certain there; parents first. */
export function visitKnowing(
  node: Node,
  constants: Constants,
  enter: (node: Node, known: readonly Fact[]) => void,
  known: readonly Fact[] = [],
): void {
  enter(node, known);
  const go = (under: Node, more: readonly Fact[] = []): void =>
    visitKnowing(under, constants, enter, more.length === 0 ? known : [...known, ...more]);
  if (node.kind === 'binary' && (node.operator === '&&' || node.operator === '||')) {
    // Either side decides alone, in whichever order they stand: each may count on what the other
    // leaves open.
    const holds = node.operator === '&&';
    go(node.left, factsOf(node.right, holds, constants));
    go(node.right, factsOf(node.left, holds, constants));
  } else if (node.kind === 'conditional') {
    go(node.test);
    go(node.then, factsOf(node.test, true, constants));
    go(node.otherwise, factsOf(node.test, false, constants));
  } else if (node.kind === 'macro') {
    go(node.target);
    const left = leftBy(node.target, node.variable, constants);
    if (node.filter !== null) go(node.filter, left);
    go(node.body, node.filter === null ? left : [...left, ...factsOf(node.filter, true, constants)]);
  } else for (const under of children(node)) go(under);
}

/**
 * What is certain of the elements that a chain of filters leaves, under the name of the next
 * macro's variable.
 */
function leftBy(target: Node, variable: string, constants: Constants): Fact[] {
  if (target.kind !== 'macro' || target.macro !== 'filter') return [];
  const named = new RegExp(`\\b${target.variable}\\b`, 'g');
  const own = [...factsOf(target.body, true, constants), ...leftBy(target.target, target.variable, constants)];
  return own.map((fact) => ({ ...fact, term: fact.term.replace(named, variable) }));
}

/** What is certain when a condition holds, or does not hold. */
export function factsOf(node: Node, holds: boolean, constants: Constants): Fact[] {
  if (node.kind === 'unary' && node.operator === '!') return factsOf(node.operand, !holds, constants);
  if (node.kind === 'binary' && (node.operator === '&&' || node.operator === '||'))
    return (node.operator === '&&') === holds ? [...factsOf(node.left, holds, constants), ...factsOf(node.right, holds, constants)] : [];
  if (node.kind === 'select' && node.test) return holds ? [thereIs(print({ ...node, test: false }))] : [];
  // Something that is in a list, or in what a filter with the same condition leaves of it.
  if (node.kind === 'macro' && node.macro === 'exists' && holds)
    return [node.target, { ...node, macro: 'filter' as const }].map((list) => ({
      ...thereIs(`size(${print(list)})`),
      notZero: true,
      positive: true,
    }));
  const found: Fact[] = [];
  const atom = atomOf(node, constants, !holds);
  if (atom !== null) {
    const { constraint, term } = atom;
    if (constraint.kind === 'null') return constraint.is ? [] : [thereIs(term)];
    if (constraint.kind === 'texts') return constraint.are ? [thereIs(term)] : [];
    if (constraint.kind === 'relation') return equal(node, holds);
    const { operator, value } = constraint;
    const positive =
      ((operator === '>' || operator === '!=') && value >= 0 && (operator === '>' || atom.counts)) ||
      (operator === '>=' && value > 0) ||
      (operator === '==' && value > 0);
    const negative = (operator === '<' && value <= 0) || (operator === '<=' && value < 0) || (operator === '==' && value < 0);
    found.push({ term, notNull: operator !== '!=', notZero: positive || negative || (operator === '!=' && value === 0), positive });
  }
  return [...found, ...equal(node, holds)];
}

/** Something that is equal to what is there is there itself. */
function equal(node: Node, holds: boolean): Fact[] {
  if (!holds || node.kind !== 'binary' || node.operator !== '==') return [];
  return [...(isThere(node.right) ? [thereIs(print(node.left))] : []), ...(isThere(node.left) ? [thereIs(print(node.right))] : [])];
}

const thereIs = (term: string): Fact => ({ term, notNull: true, notZero: false, positive: false });

/** Is there a value for certain, by its type? */
export const isThere = ({ type }: { readonly type: Type }): boolean =>
  type.nullable !== true && type.kind !== 'any' && type.kind !== 'null';
