import type { Node } from '../node.ts';
import { Decimal, isDecimal } from '../values/decimal.ts';
import { Money, type Value } from '../values/value.ts';
import { raw, type SqlFragment, sql } from './fragment.ts';
import { listEquality } from './list-equality.ts';
import { type Representation, toSql } from './represent.ts';
import { conditionTerm, failureOf, failureOfAny, guarded, type Term, type ValueTerm } from './term.ts';
import type { Place, TranslateNode } from './translation-place.ts';

type BinaryNode = Extract<Node, { kind: 'binary' }>;

/**
 * Two sides so that SQL compares them as the evaluator does: for equality, and for order where
 * there is one.
 */
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
  // A file is the one with its id, whatever it is called.
  if (a.as === 'file' && b.as === 'file')
    return { equal: [place.dialect.ofFile(a.sql, 'id'), place.dialect.ofFile(b.sql, 'id')], ordered: null };
  if ([a.as, b.as].some((as) => as === 'opaque' || as === 'file' || as === 'record' || as === 'null')) return null;
  if (a.as === b.as && a.as !== 'decimal') return { equal: textSides(a, b, place) ?? [a.sql, b.sql], ordered: [a.sql, b.sql] };
  // A number in the document is made like the column, not the column like the number: an index
  // knows the column only.
  const [left, right] = [knownAs(a, b.as, place) ?? a, knownAs(b, a.as, place) ?? b];
  if (left.as === right.as && left.as !== 'decimal') return { equal: [left.sql, right.sql], ordered: [left.sql, right.sql] };
  const [one, other] = [asDecimal(left, place), asDecimal(right, place)];
  if (one === null || other === null) return null;
  // Decimals stand in one form each, so equal ones are the same.
  return { equal: [one, other], ordered: [place.dialect.decimalKey(one), place.dialect.decimalKey(other)] };
}

/** Numbers that are kept as text: the text of the one that is known is compared with the column. */
function textSides(a: ValueTerm, b: ValueTerm, { dialect }: Place): Sides['equal'] | null {
  if (a.text !== undefined && b.text !== undefined) return [a.text, b.text];
  if (a.text !== undefined && b.known !== undefined) return [a.text, dialect.parameter(String(b.known), 'text')];
  return b.text !== undefined && a.known !== undefined ? [dialect.parameter(String(a.known), 'text'), b.text] : null;
}

/**
 * A number or an amount that is known before the query runs, as another kind of them; null where
 * that is not exactly possible.
 */
function knownAs(
  term: ValueTerm,
  as: ValueTerm['as'],
  { dialect, catalog }: Place,
): { readonly sql: SqlFragment; readonly as: Representation } | null {
  const value = exact(term.known);
  if (value === null || (as !== 'money' && as !== 'decimal' && as !== 'integer')) return null;
  const scalar = toSql(as === 'money' ? new Money(value, catalog.currency) : value, as);
  return scalar === undefined || scalar === null ? null : { sql: dialect.parameter(scalar, as), as };
}

function exact(value: Value | undefined): InstanceType<typeof Decimal> | null {
  if (value instanceof Money) return value.amount;
  if (isDecimal(value)) return value;
  return typeof value === 'number' || typeof value === 'bigint' ? new Decimal(value) : null;
}

/** A number or an amount as a decimal. */
export function asDecimal(term: Pick<ValueTerm, 'as' | 'sql'>, { dialect }: Place): SqlFragment | null {
  if (term.as === 'decimal') return term.sql;
  return term.as === 'integer' || term.as === 'money' ? dialect.decimal(term.sql, term.as) : null;
}

/** `==` and `!=`: null equals null, and only null. */
export function translateEquality(node: BinaryNode, place: Place, positive: boolean, translate: TranslateNode): Term | null {
  const a = translate(node.left, place, false);
  const b = translate(node.right, place, false);
  if (a === null || b === null) return null;
  const wanted = node.operator === '==';
  if (a.kind === 'value' && b.kind === 'value') return equality(a, b, wanted, place, positive);
  return listEquality(a, b, wanted, place);
}

const isNull = (term: ValueTerm): boolean => term.as === 'null' && term.nulls === 'value';

export function equality(a: ValueTerm, b: ValueTerm, wanted: boolean, place: Place, positive: boolean): Term | null {
  // Anything has or has not a value, also what SQL cannot compare.
  if (isNull(a) || isNull(b)) return nullness(isNull(a) ? b : a, wanted);
  if (a.as === 'null' || b.as === 'null') return conditionTerm(raw('NULL'), true);
  const sides = sidesOf(a, b, place);
  if (sides === null) return null;
  const [left, right] = sides.equal;
  if (wanted && positive) {
    const owned = ownedBy(a, b) ?? ownedBy(b, a);
    if (owned !== null) return conditionTerm(owned, true);
  }
  const neverNull = (term: ValueTerm): boolean => term.nulls === 'never';
  const failsOnly = (term: ValueTerm): boolean => term.nulls === 'never' || term.nulls === 'failure';
  const plain = sql`(${left} ${raw(wanted ? '=' : '<>')} ${right})`;
  // Neither side has null for a value: NULL is the failure.
  if (failsOnly(a) && failsOnly(b)) return conditionTerm(plain, !neverNull(a) || !neverNull(b));
  // NULL = x is NULL, which counts as false here: as it should, x not being null. This is what
  // indexes are made for.
  if (wanted && positive && (neverNull(a) || neverNull(b))) return conditionTerm(plain, true);
  const failure = failureOfAny([a, b]);
  const same = wanted ? place.dialect.same(left, right) : place.dialect.different(left, right);
  return conditionTerm(guarded(failure, same), failure !== null);
}

/**
 * `author.email == "ana@example.com"`: the author's address is not read for each record, but the
 * relation is compared with the one who has it. NULL counts as false here, and there is no more
 * than one.
 */
function ownedBy(field: ValueTerm, value: ValueTerm): SqlFragment | null {
  if (field.owner === undefined || value.known === undefined || field.as !== value.as || field.as === 'decimal' || field.as === 'file')
    return null;
  return sql`(${field.owner.relation} = ${field.owner.having(value.sql)})`;
}

/** `x == null`, `x != null`. */
export function nullness(term: ValueTerm, isWanted: boolean): ValueTerm {
  const failure = failureOf(term);
  if (term.nulls === 'never') return conditionTerm(raw(isWanted ? 'FALSE' : 'TRUE'), false);
  if (term.nulls === 'failure') return conditionTerm(guarded(failure, raw(isWanted ? 'FALSE' : 'TRUE')), true);
  return conditionTerm(guarded(failure, sql`(${term.sql} IS ${raw(isWanted ? 'NULL' : 'NOT NULL')})`), failure !== null);
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
