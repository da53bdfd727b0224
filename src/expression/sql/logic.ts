import type { Node } from '../node.ts';
import { raw, sql } from './fragment.ts';
import { conditionTerm, failingTerm, failureOf, falseTerm, type Term, trueTerm, type ValueTerm, valueTerm } from './term.ts';
import type { Place, TranslateNode } from './translation-place.ts';

type BinaryNode = Extract<Node, { kind: 'binary' }>;

/**
 * A term as a condition. NULL means a failure, and so does a null boolean field, since null is
 * neither true nor false.
 */
export function asCondition(term: Term | null): ValueTerm | null {
  if (term === null || term.kind !== 'value') return null;
  if (term.as === 'null') return failingTerm;
  if (term.as !== 'boolean') return null;
  return conditionTerm(term.sql, term.nulls !== 'never');
}

const isKnown = (term: Term | null, value: boolean): boolean => term?.kind === 'value' && term.known === value;

/** CEL and SQL share three-valued logic: one side can decide alone. */
export function translateAnd(node: BinaryNode, place: Place, positive: boolean, translate: TranslateNode): Term | null {
  const left = translate(node.left, place, positive);
  if (isKnown(left, false)) return falseTerm;
  const right = translate(node.right, place, positive);
  if (isKnown(right, false)) return falseTerm;
  const [a, b] = [asCondition(left), asCondition(right)];
  if (a === null || b === null) return null;
  if (isKnown(left, true)) return b;
  if (isKnown(right, true)) return a;
  return conditionTerm(sql`(${a.sql} AND ${b.sql})`, a.nulls !== 'never' || b.nulls !== 'never');
}

export function translateOr(node: BinaryNode, place: Place, positive: boolean, translate: TranslateNode): Term | null {
  const left = translate(node.left, place, positive);
  if (isKnown(left, true)) return trueTerm;
  const right = translate(node.right, place, positive);
  if (isKnown(right, true)) return trueTerm;
  const [a, b] = [asCondition(left), asCondition(right)];
  if (a === null || b === null) return null;
  if (isKnown(left, false)) return b;
  if (isKnown(right, false)) return a;
  return conditionTerm(sql`(${a.sql} OR ${b.sql})`, a.nulls !== 'never' || b.nulls !== 'never');
}

export function translateNot(operand: Node, place: Place, translate: TranslateNode): Term | null {
  const term = asCondition(translate(operand, place, false));
  return term === null ? null : conditionTerm(sql`(NOT ${term.sql})`, term.nulls !== 'never');
}

export function translateConditional(
  node: Extract<Node, { kind: 'conditional' }>,
  place: Place,
  positive: boolean,
  translate: TranslateNode,
): Term | null {
  const tested = translate(node.test, place, false);
  if (isKnown(tested, true)) return translate(node.then, place, positive);
  if (isKnown(tested, false)) return translate(node.otherwise, place, positive);
  const test = asCondition(tested);
  const then = translate(node.then, place, positive);
  const otherwise = translate(node.otherwise, place, positive);
  if (test === null || then?.kind !== 'value' || otherwise?.kind !== 'value') return null;
  const one = then.as === 'null' ? otherwise : then;
  // Branches with different SQL types (an integer and a decimal) are left to the evaluator.
  if (then.as !== 'null' && otherwise.as !== 'null' && (then.as !== otherwise.as || then.entity !== otherwise.entity)) return null;
  const value = sql`CASE WHEN ${test.sql} THEN ${then.sql} WHEN NOT ${test.sql} THEN ${otherwise.sql} END`;
  const more = { entity: one.entity };
  if ([test, then, otherwise].every((term) => term.nulls === 'never')) return valueTerm(value, one.as, 'never', more);
  const neverNull = (term: ValueTerm): boolean => term.nulls === 'never' || term.nulls === 'failure';
  if (neverNull(then) && neverNull(otherwise)) return valueTerm(value, one.as, 'failure', more);
  const fails = sql`CASE WHEN ${test.sql} THEN ${failureOf(then) ?? raw('FALSE')} WHEN NOT ${test.sql} THEN ${failureOf(otherwise) ?? raw('FALSE')} ELSE TRUE END`;
  return valueTerm(value, one.as, 'both', { ...more, fails });
}
