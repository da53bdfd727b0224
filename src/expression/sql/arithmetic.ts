import type { Node } from '../node.ts';
import type { ArithmeticOperator, Dialect } from './dialect.ts';
import { raw, type SqlFragment, sql } from './fragment.ts';
import { joined } from './lists.ts';
import { viaEvaluator } from './registered.ts';
import type { Representation } from './represent.ts';
import { failingTerm, type Term, type ValueTerm, valueTerm } from './term.ts';
import type { Place, TranslateNode } from './translation-place.ts';

type BinaryNode = Extract<Node, { kind: 'binary' }>;

/**
 * The limits of CEL in microseconds: moments in the years 1 to 9999, and durations up to ten
 * thousand years.
 */
const moments = [-62_135_596_800_000_000n, 253_402_300_799_999_999n] as const;
const lengths = [-315_576_000_000_999_999n, 315_576_000_000_999_999n] as const;

export function translateArithmetic(node: BinaryNode, place: Place, translate: TranslateNode): Term | null {
  const a = translate(node.left, place, false);
  const b = translate(node.right, place, false);
  if (a === null || b === null) return null;
  if (a.kind === 'value' && b.kind === 'value') {
    if (a.as === 'null' || b.as === 'null') return failingTerm;
    return arithmetic(node.operator as ArithmeticOperator, a, b, place);
  }
  if (a.kind === 'value' || b.kind === 'value') return isNull(a) || isNull(b) ? failingTerm : null;
  return node.operator === '+' ? joined(a, b, place) : null;
}

const isNull = (term: Term): boolean => term.kind === 'value' && term.as === 'null';

function arithmetic(operator: ArithmeticOperator, a: ValueTerm, b: ValueTerm, place: Place): ValueTerm | null {
  const { dialect } = place;
  const total = a.nulls === 'never' && b.nulls === 'never';
  const nulls = total ? 'never' : 'failure';
  switch (`${a.as} ${operator} ${b.as}`) {
    case 'integer + integer':
    case 'integer - integer':
    case 'integer * integer':
    case 'integer / integer':
    case 'integer % integer':
      return valueTerm(dialect.whole(operator, a.sql, b.sql), 'integer', 'failure');
    case 'money + money':
    case 'money - money':
    case 'money * integer':
    case 'integer * money':
      return operator === '/' || operator === '%' ? null : valueTerm(dialect.amount(operator, a.sql, b.sql), 'money', nulls);
    case 'duration * integer':
    case 'integer * duration':
      return valueTerm(between(dialect.whole('*', a.sql, b.sql), lengths, dialect), 'duration', 'failure');
    // Moments and durations within their limits cannot overflow 64 bits.
    case 'datetime + duration':
    case 'duration + datetime':
    case 'datetime - duration':
      return valueTerm(between(sql`(${a.sql} ${raw(operator)} ${b.sql})`, moments, dialect), 'datetime', 'failure');
    case 'duration + duration':
    case 'duration - duration':
      return valueTerm(between(sql`(${a.sql} ${raw(operator)} ${b.sql})`, lengths, dialect), 'duration', 'failure');
    case 'datetime - datetime':
      return valueTerm(sql`(${a.sql} - ${b.sql})`, 'duration', nulls);
    case 'date - date':
      return valueTerm(sql`((${dialect.dayNumber(a.sql)} - ${dialect.dayNumber(b.sql)}) * 86400000000)`, 'duration', nulls);
    case 'text + text':
      return valueTerm(sql`(${a.sql} || ${b.sql})`, 'text', nulls);
    default:
      return registered(operator, a, b, place);
  }
}

/**
 * Date arithmetic, decimals and rounding: calls the evaluator's own operators, or the dialect's
 * equivalent.
 */
function registered(operator: ArithmeticOperator, a: ValueTerm, b: ValueTerm, place: Place): ValueTerm | null {
  const result = resultOf(operator, a.as, b.as);
  if (result === null || a.as === 'opaque' || a.as === 'null' || b.as === 'opaque' || b.as === 'null') return null;
  const call = viaEvaluator({ kind: 'binary', operator, args: [a.as, b.as], result }, [a, b], place);
  return call === null ? null : valueTerm(call, result, 'failure');
}

function resultOf(operator: ArithmeticOperator, a: ValueTerm['as'], b: ValueTerm['as']): Representation | null {
  const number = (as: ValueTerm['as']): boolean => as === 'integer' || as === 'decimal';
  if (number(a) && number(b)) return operator === '%' ? null : 'decimal';
  if (a === 'money' && b === 'money') return operator === '/' ? 'decimal' : null;
  if ((operator === '*' || operator === '/') && a === 'money' && number(b)) return 'money';
  if (operator === '*' && number(a) && b === 'money') return 'money';
  if ((operator === '+' || operator === '-') && a === 'date' && b === 'duration') return 'date';
  if (operator === '+' && a === 'duration' && b === 'date') return 'date';
  return operator === '-' && a === 'time' && b === 'time' ? 'duration' : null;
}

/** NULL if the result is outside the limits. */
const between = (value: SqlFragment, [least, most]: readonly [bigint, bigint], { reused }: Dialect): SqlFragment =>
  reused(value, (once) => sql`CASE WHEN ${once} BETWEEN ${raw(String(least))} AND ${raw(String(most))} THEN ${once} END`);

export function translateNegation(node: Extract<Node, { kind: 'unary' }>, place: Place, translate: TranslateNode): Term | null {
  const operand = translate(node.operand, place, false);
  if (operand?.kind !== 'value') return null;
  const nulls = operand.nulls === 'never' ? 'never' : 'failure';
  switch (operand.as) {
    case 'null':
      return failingTerm;
    case 'integer':
      return valueTerm(place.dialect.whole('-', raw('0'), operand.sql), 'integer', 'failure');
    case 'money':
      return valueTerm(place.dialect.amount('-', raw('0'), operand.sql), 'money', nulls);
    case 'duration':
      return valueTerm(sql`(- ${operand.sql})`, 'duration', nulls);
    case 'decimal': {
      const call = viaEvaluator({ kind: 'unary', operator: '-', args: ['decimal'], result: 'decimal' }, [operand], place);
      return call === null ? null : valueTerm(call, 'decimal', 'failure');
    }
    default:
      return null;
  }
}
