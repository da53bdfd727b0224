import type { Node } from '../node.ts';
import { Decimal, isDecimal } from '../values/decimal.ts';
import { Money, type Value } from '../values/value.ts';
import { raw, type SqlFragment, sql } from './fragment.ts';
import { listEquality } from './list-equality.ts';
import { type Representation, toSql } from './represent.ts';
import { conditionTerm, failureOf, failureOfAny, guarded, type Term, type ValueTerm } from './term.ts';
import { isClosed, type Place, type TranslateNode } from './translation-place.ts';

type BinaryNode = Extract<Node, { kind: 'binary' }>;

/**
 * The operands in forms that SQL compares as the evaluator does: for equality, and for order if
 * there is one.
 */
interface Sides {
  readonly equal: readonly [SqlFragment, SqlFragment];
  readonly ordered: readonly [SqlFragment, SqlFragment] | null;
}

/** The comparable forms of two values; null if SQL cannot compare them. */
function sidesOf(a: ValueTerm, b: ValueTerm, place: Place): Sides | null {
  if (a.as === 'record' && b.as === 'record') {
    // Records of different entities are never equal, even if their ids are.
    return a.entity !== null && a.entity === b.entity ? { equal: [a.sql, b.sql], ordered: null } : null;
  }
  // Files are equal if their ids are, whatever their names.
  if (a.as === 'file' && b.as === 'file')
    return { equal: [place.dialect.ofFile(a.sql, 'id'), place.dialect.ofFile(b.sql, 'id')], ordered: null };
  if ([a.as, b.as].some((as) => as === 'opaque' || as === 'file' || as === 'record' || as === 'null')) return null;
  if (a.as === b.as && a.as !== 'decimal') return { equal: textSides(a, b, place) ?? [a.sql, b.sql], ordered: [a.sql, b.sql] };
  // Converts a known number to the column's type rather than the column, because only the plain
  // column is indexed.
  const [left, right] = [knownAs(a, b.as, place) ?? a, knownAs(b, a.as, place) ?? b];
  if (left.as === right.as && left.as !== 'decimal') return { equal: [left.sql, right.sql], ordered: [left.sql, right.sql] };
  const [one, other] = [asDecimal(left, place), asDecimal(right, place)];
  if (one === null || other === null) return null;
  // Each decimal has a single canonical text, so equal decimals have equal texts.
  return { equal: [one, other], ordered: [place.dialect.decimalKey(one), place.dialect.decimalKey(other)] };
}

/** For numbers stored as text, compares the text of the known number with the column. */
function textSides(a: ValueTerm, b: ValueTerm, { dialect }: Place): Sides['equal'] | null {
  if (a.text !== undefined && b.text !== undefined) return [a.text, b.text];
  if (a.text !== undefined && b.known !== undefined) return [a.text, dialect.parameter(String(b.known), 'text')];
  return b.text !== undefined && a.known !== undefined ? [dialect.parameter(String(a.known), 'text'), b.text] : null;
}

/**
 * Converts a number or amount that is known before the query to another numeric type; null if that
 * would lose precision.
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

/** Converts a number or amount to a decimal; null for any other type. */
export function asDecimal(term: Pick<ValueTerm, 'as' | 'sql'>, { dialect }: Place): SqlFragment | null {
  if (term.as === 'decimal') return term.sql;
  return term.as === 'integer' || term.as === 'money' ? dialect.decimal(term.sql, term.as) : null;
}

/** `==` and `!=`: null equals only null. */
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
  // Any value can be tested for null, even if SQL cannot compare it otherwise.
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
  // Neither side can be a null value, so NULL only means a failure.
  if (failsOnly(a) && failsOnly(b)) return conditionTerm(plain, !neverNull(a) || !neverNull(b));
  // If one side is never null, `NULL = x` may stay NULL, which counts as false. The plain
  // comparison can use an index.
  if (wanted && positive && (neverNull(a) || neverNull(b))) return conditionTerm(plain, true);
  const failure = failureOfAny([a, b]);
  const same = wanted ? place.dialect.same(left, right) : place.dialect.different(left, right);
  return conditionTerm(guarded(failure, same), failure !== null);
}

/**
 * `author.email == "ana@example.com"`: instead of reading each author's address, compares the
 * relation with the only record that has it, which an index finds. NULL counts as false here.
 */
function ownedBy(field: ValueTerm, value: ValueTerm): SqlFragment | null {
  if (field.owner === undefined || value.known === undefined || field.as !== value.as || field.as === 'decimal' || field.as === 'file')
    return null;
  return sql`(${field.owner.relation} = ${field.owner.having(value.sql)})`;
}

/** Translates `x == null` and `x != null`. */
export function nullness(term: ValueTerm, isWanted: boolean): ValueTerm {
  const failure = failureOf(term);
  if (term.nulls === 'never') return conditionTerm(raw(isWanted ? 'FALSE' : 'TRUE'), false);
  if (term.nulls === 'failure') return conditionTerm(guarded(failure, raw(isWanted ? 'FALSE' : 'TRUE')), true);
  return conditionTerm(guarded(failure, sql`(${term.sql} IS ${raw(isWanted ? 'NULL' : 'NOT NULL')})`), failure !== null);
}

const turned: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);

const isDistance = (node: Node): node is BinaryNode =>
  node.kind === 'binary' && node.operator === '-' && node.left.type.kind === 'datetime' && node.right.type.kind === 'datetime';

/**
 * `now - createdAt < days(1)` as `createdAt > now - days(1)`, for which an index on the column
 * finds the rows. Both mean the same: whole microseconds within the limits of moments and durations
 * cannot overflow 64 bits. Null: the condition has another form.
 */
function translateDistance({ left, operator, right }: BinaryNode, place: Place, translate: TranslateNode): Term | null {
  const [distance, other, order] = isDistance(left) ? [left, right, operator] : [right, left, turned.get(operator) ?? operator];
  if (!isDistance(distance) || !isClosed(other, place)) return null;
  const isFromKnown = isClosed(distance.left, place);
  if (isFromKnown === isClosed(distance.right, place)) return null;
  const [from, to, length] = [distance.left, distance.right, other].map((node) => translate(node, place, false));
  if (from?.kind !== 'value' || to?.kind !== 'value' || length?.kind !== 'value') return null;
  if (from.as !== 'datetime' || to.as !== 'datetime' || length.as !== 'duration') return null;
  const condition = isFromKnown
    ? sql`(${to.sql} ${raw(turned.get(order) ?? order)} (${from.sql} - ${length.sql}))`
    : sql`(${from.sql} ${raw(order)} (${to.sql} + ${length.sql}))`;
  return conditionTerm(condition, from.nulls !== 'never' || to.nulls !== 'never' || length.nulls !== 'never');
}

/** `<`, `<=`, `>` and `>=`: null has no order, so the comparison fails. */
export function translateComparison(node: BinaryNode, place: Place, translate: TranslateNode): Term | null {
  const distance = translateDistance(node, place, translate);
  if (distance !== null) return distance;
  const a = translate(node.left, place, false);
  const b = translate(node.right, place, false);
  if (a?.kind !== 'value' || b?.kind !== 'value') return null;
  if (a.as === 'null' || b.as === 'null') return conditionTerm(raw('NULL'), true);
  const sides = sidesOf(a, b, place)?.ordered ?? null;
  if (sides === null) return null;
  return conditionTerm(sql`(${sides[0]} ${raw(node.operator)} ${sides[1]})`, a.nulls !== 'never' || b.nulls !== 'never');
}
