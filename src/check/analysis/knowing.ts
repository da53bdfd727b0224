import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import type { Type } from '../../expression/types/type.ts';
import { children } from '../../expression/visit.ts';
import { atomOf, type Constants } from './logic.ts';

/**
 * What is certain about a term where part of an expression is evaluated, thanks to the conditions
 * around it.
 */
export interface KnownFact {
  /** The term as written. */
  readonly term: string;
  readonly notNull: boolean;
  readonly notZero: boolean;
  /** For a number: greater than zero. */
  readonly positive: boolean;
  /** The only texts that it may be. */
  readonly texts?: readonly string[];
}

/** The term of a path from each element of a list. */
export const ofEach = (list: Node, path: string): string => `${print(list)}[]${path}`;

/** Visits a node and its descendants, parents first, with the facts that are certain at each. */
export function visitWithFacts(
  node: Node,
  constants: Constants,
  enter: (node: Node, known: readonly KnownFact[]) => void,
  known: readonly KnownFact[] = [],
): void {
  enter(node, known);
  const go = (under: Node, more: readonly KnownFact[] = []): void =>
    visitWithFacts(under, constants, enter, more.length === 0 ? known : [...known, ...more]);
  if (node.kind === 'binary' && (node.operator === '&&' || node.operator === '||')) {
    // Either side may decide alone, regardless of order, so each side may rely on the facts that
    // hold when the other side does not decide.
    const holds = node.operator === '&&';
    go(node.left, factsOf(node.right, holds, constants));
    go(node.right, factsOf(node.left, holds, constants));
  } else if (node.kind === 'conditional') {
    go(node.test);
    go(node.then, factsOf(node.test, true, constants));
    go(node.otherwise, factsOf(node.test, false, constants));
  } else if (node.kind === 'macro') {
    go(node.target);
    const left = [...leftBy(node.target, node.variable, constants), ...factsOfEach(node.target, node.variable, known)];
    if (node.filter !== null) go(node.filter, left);
    go(node.body, node.filter === null ? left : [...left, ...factsOf(node.filter, true, constants)]);
  } else for (const under of children(node)) go(under);
}

/** Facts about the elements that a chain of filters keeps, renamed to the next macro's variable. */
function leftBy(target: Node, variable: string, constants: Constants): KnownFact[] {
  if (target.kind !== 'macro' || target.macro !== 'filter') return [];
  const named = new RegExp(`\\b${target.variable}\\b`, 'g');
  const own = [...factsOf(target.body, true, constants), ...leftBy(target.target, target.variable, constants)];
  return own.map((fact) => ({ ...fact, term: fact.term.replace(named, variable) }));
}

/** What is known of each element of a list, renamed to the macro's variable. */
function factsOfEach(target: Node, variable: string, known: readonly KnownFact[]): KnownFact[] {
  const each = ofEach(target, '');
  return known.flatMap((fact) => (fact.term.startsWith(each) ? [{ ...fact, term: `${variable}${fact.term.slice(each.length)}` }] : []));
}

/** The facts about each element of a list for which a condition is true (`holds`) or false. */
export function factsAboutEach({ target, variable, body }: Node & { kind: 'macro' }, holds: boolean, constants: Constants): KnownFact[] {
  return factsOf(body, holds, constants).flatMap((fact) =>
    fact.term.startsWith(`${variable}.`) ? [{ ...fact, term: ofEach(target, fact.term.slice(variable.length)) }] : [],
  );
}

/** The facts that are certain if a condition is true (`holds`) or false. */
export function factsOf(node: Node, holds: boolean, constants: Constants): KnownFact[] {
  if (node.kind === 'unary' && node.operator === '!') return factsOf(node.operand, !holds, constants);
  if (node.kind === 'binary' && (node.operator === '&&' || node.operator === '||'))
    return (node.operator === '&&') === holds ? [...factsOf(node.left, holds, constants), ...factsOf(node.right, holds, constants)] : [];
  if (node.kind === 'select' && node.test) return holds ? [notNullFact(print({ ...node, test: false }))] : [];
  // An element exists in the list, and in the same list filtered by the same condition.
  if (node.kind === 'macro' && node.macro === 'exists' && holds)
    return [node.target, { ...node, macro: 'filter' as const }].map((list) => ({
      ...notNullFact(`size(${print(list)})`),
      notZero: true,
      positive: true,
    }));
  if (node.kind === 'macro' && node.macro === 'all' && holds) return factsAboutEach(node, true, constants);
  const found: KnownFact[] = [];
  const atom = atomOf(node, constants, !holds);
  if (atom !== null) {
    const { constraint, term } = atom;
    if (constraint.kind === 'null') return constraint.is ? [] : [notNullFact(term)];
    if (constraint.kind === 'texts') return constraint.are ? [{ ...notNullFact(term), texts: constraint.values }] : [];
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

/** A term that equals a non-null value is not null either. */
function equal(node: Node, holds: boolean): KnownFact[] {
  if (!holds || node.kind !== 'binary' || node.operator !== '==') return [];
  return [
    ...(isNeverNull(node.right) ? [notNullFact(print(node.left))] : []),
    ...(isNeverNull(node.left) ? [notNullFact(print(node.right))] : []),
  ];
}

const notNullFact = (term: string): KnownFact => ({ term, notNull: true, notZero: false, positive: false });

/** Whether the type guarantees a value. */
export const isNeverNull = ({ type }: { readonly type: Type }): boolean =>
  type.nullable !== true && type.kind !== 'any' && type.kind !== 'null';
