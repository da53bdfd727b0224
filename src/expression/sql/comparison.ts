import type { Node } from '../node.ts';
import { raw, type SqlFragment, sql } from './fragment.ts';
import type { Place, TranslateNode } from './place.ts';
import { viaEvaluator } from './registered.ts';
import { conditionTerm, failureOfAny, guarded, type Term, type ValueTerm } from './term.ts';

type BinaryNode = Extract<Node, { kind: 'binary' }>;

/** Two sides so that SQL compares them as the evaluator does: for equality, and for order where there is one. */
interface Sides {
  readonly equal: readonly [SqlFragment, SqlFragment];
  readonly ordered: readonly [SqlFragment, SqlFragment] | null;
}

/** Null: SQL cannot compare them. */
function sidesOf(a: ValueTerm, b: ValueTerm, place: Place): Sides | null {
  if (a.as === 'record' && b.as === 'record') {
    // Records of two entities are never the same; ids alone would not tell.
    return a.entity !== null && a.entity === b.entity ? { equal: [a.sql, b.sql], ordered: null } : null;
  }
  if ([a.as, b.as].some((as) => as === 'opaque' || as === 'file' || as === 'record' || as === 'null')) return null;
  if (a.as === b.as && a.as !== 'decimal') return { equal: [a.sql, b.sql], ordered: [a.sql, b.sql] };
  const [left, right] = [decimalText(a, place), decimalText(b, place)];
  if (left === null || right === null) return null;
  // The text is canonical, so equal decimals are equal texts.
  return { equal: [left, right], ordered: [place.dialect.decimalKey(left), place.dialect.decimalKey(right)] };
}

/** A number or an amount as a decimal's text. */
export function decimalText(term: ValueTerm, place: Place): SqlFragment | null {
  if (term.as === 'decimal') return term.sql;
  if (term.as === 'integer') return sql`CAST(${term.sql} AS TEXT)`;
  if (term.as !== 'money') return null;
  return viaEvaluator({ kind: 'call', name: 'double', target: false, args: ['money'], result: 'decimal' }, [term.sql], place);
}

/** `==` and `!=`: null equals null, and only null. */
export function translateEquality(node: BinaryNode, place: Place, positive: boolean, translate: TranslateNode): Term | null {
  const a = translate(node.left, place, false);
  const b = translate(node.right, place, false);
  if (a?.kind !== 'value' || b?.kind !== 'value') return null;
  return equality(a, b, node.operator === '==', place, positive);
}

export function equality(a: ValueTerm, b: ValueTerm, wanted: boolean, place: Place, positive: boolean): Term | null {
  const isNull = (term: ValueTerm): boolean => term.as === 'null' && term.nulls === 'value';
  // Anything has or has not a value, also what SQL cannot compare.
  const sides = isNull(a) || isNull(b) || a.as === 'null' || b.as === 'null' ? [a.sql, b.sql] : sidesOf(a, b, place)?.equal;
  const [left, right] = sides ?? [];
  if (left === undefined || right === undefined) return null;
  const neverNull = (term: ValueTerm): boolean => term.nulls === 'never';
  const failsOnly = (term: ValueTerm): boolean => term.nulls === 'never' || term.nulls === 'failure';
  const plain = sql`(${left} ${raw(wanted ? '=' : '<>')} ${right})`;
  // Neither side has null for a value: NULL is the failure.
  if (failsOnly(a) && failsOnly(b)) return conditionTerm(plain, !neverNull(a) || !neverNull(b));
  // NULL = x is NULL, which counts as false here: as it should, x not being null. This is what indexes are made for.
  if (wanted && positive && (neverNull(a) || neverNull(b))) return conditionTerm(plain, true);
  const failure = failureOfAny([a, b]);
  const same = wanted ? place.dialect.same(left, right) : place.dialect.different(left, right);
  return conditionTerm(guarded(failure, same), failure !== null);
}

/** `<` and its like: with null there is no order, and the comparison fails. */
export function translateComparison(node: BinaryNode, place: Place, translate: TranslateNode): Term | null {
  const a = translate(node.left, place, false);
  const b = translate(node.right, place, false);
  if (a?.kind !== 'value' || b?.kind !== 'value') return null;
  if (a.as === 'null' || b.as === 'null') return conditionTerm(raw('NULL'), true);
  const sides = sidesOf(a, b, place)?.ordered ?? null;
  if (sides === null) return null;
  return conditionTerm(sql`(${sides[0]} ${raw(node.operator)} ${sides[1]})`, a.nulls !== 'never' || b.nulls !== 'never');
}
