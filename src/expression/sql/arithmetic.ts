import type { Node } from '../node.ts';
import { raw, reused, type SqlFragment, sql } from './fragment.ts';
import type { Place, TranslateNode } from './place.ts';
import { viaEvaluator } from './registered.ts';
import type { Representation } from './represent.ts';
import { failingTerm, type Term, type ValueTerm, valueTerm } from './term.ts';

type BinaryNode = Extract<Node, { kind: 'binary' }>;
type Operator = '+' | '-' | '*' | '/' | '%';

/** CEL: the years 1 to 9999, and ten thousand years either way; in microseconds. */
const moments = [-62_135_596_800_000_000n, 253_402_300_799_999_999n] as const;
const lengths = [-315_576_000_000_999_999n, 315_576_000_000_999_999n] as const;

export function translateArithmetic(node: BinaryNode, place: Place, translate: TranslateNode): Term | null {
  const a = translate(node.left, place, false);
  const b = translate(node.right, place, false);
  if (a?.kind !== 'value' || b?.kind !== 'value') return null;
  if (a.as === 'null' || b.as === 'null') return failingTerm;
  return arithmetic(node.operator as Operator, a, b, place);
}

function arithmetic(operator: Operator, a: ValueTerm, b: ValueTerm, place: Place): ValueTerm | null {
  const total = a.nulls === 'never' && b.nulls === 'never';
  const plain = sql`(${a.sql} ${raw(operator)} ${b.sql})`;
  const kinds = `${a.as} ${operator} ${b.as}`;
  switch (kinds) {
    case 'integer + integer':
    case 'integer - integer':
    case 'integer * integer':
    case 'integer / integer':
    case 'integer % integer':
      return valueTerm(place.dialect.wholeNumber(plain), 'integer', 'failure');
    case 'money + money':
    case 'money - money':
      return valueTerm(place.dialect.wholeNumber(plain), 'money', 'failure');
    case 'money * integer':
    case 'integer * money':
      return valueTerm(place.dialect.wholeNumber(plain), 'money', 'failure');
    case 'duration * integer':
    case 'integer * duration':
      return valueTerm(between(place.dialect.wholeNumber(plain), lengths), 'duration', 'failure');
    case 'datetime + duration':
    case 'duration + datetime':
    case 'datetime - duration':
      return valueTerm(between(plain, moments), 'datetime', 'failure');
    case 'duration + duration':
    case 'duration - duration':
      return valueTerm(between(plain, lengths), 'duration', 'failure');
    case 'datetime - datetime':
      // Ten thousand years of moments always fit.
      return valueTerm(plain, 'duration', total ? 'never' : 'failure');
    case 'date - date': {
      const [left, right] = [place.dialect.dayNumber(a.sql), place.dialect.dayNumber(b.sql)];
      return valueTerm(sql`((${left} - ${right}) * 86400000000)`, 'duration', total ? 'never' : 'failure');
    }
    case 'text + text':
      return valueTerm(sql`(${a.sql} || ${b.sql})`, 'text', total ? 'never' : 'failure');
    default:
      return registered(operator, a, b, place);
  }
}

/** A division or modulo of the smallest integer, dates, decimals, rounding of money: the evaluator's own operators. */
function registered(operator: Operator, a: ValueTerm, b: ValueTerm, place: Place): ValueTerm | null {
  const result = resultOf(operator, a.as, b.as);
  if (result === null || a.as === 'opaque' || a.as === 'null' || b.as === 'opaque' || b.as === 'null') return null;
  const call = viaEvaluator({ kind: 'binary', operator, args: [a.as, b.as], result }, [a.sql, b.sql], place);
  return call === null ? null : valueTerm(call, result, 'failure');
}

function resultOf(operator: Operator, a: ValueTerm['as'], b: ValueTerm['as']): Representation | null {
  const number = (as: ValueTerm['as']): boolean => as === 'integer' || as === 'decimal';
  if (number(a) && number(b)) return 'decimal';
  if (a === 'money' && b === 'money') return operator === '/' ? 'decimal' : null;
  if ((operator === '*' || operator === '/') && a === 'money' && number(b)) return 'money';
  if (operator === '*' && number(a) && b === 'money') return 'money';
  if ((operator === '+' || operator === '-') && a === 'date' && b === 'duration') return 'date';
  if (operator === '+' && a === 'duration' && b === 'date') return 'date';
  return operator === '-' && a === 'time' && b === 'time' ? 'duration' : null;
}

/** Outside the limits there is no result. */
const between = (value: SqlFragment, [least, most]: readonly [bigint, bigint]): SqlFragment =>
  reused(value, (once) => sql`CASE WHEN ${once} BETWEEN ${raw(String(least))} AND ${raw(String(most))} THEN ${once} END`);

export function translateNegation(node: Extract<Node, { kind: 'unary' }>, place: Place, translate: TranslateNode): Term | null {
  const operand = translate(node.operand, place, false);
  if (operand?.kind !== 'value') return null;
  switch (operand.as) {
    case 'null':
      return failingTerm;
    case 'integer':
    case 'money':
      return valueTerm(place.dialect.wholeNumber(sql`(- ${operand.sql})`), operand.as, 'failure');
    case 'duration':
      return valueTerm(sql`(- ${operand.sql})`, 'duration', operand.nulls === 'never' ? 'never' : 'failure');
    case 'decimal': {
      const call = viaEvaluator({ kind: 'unary', operator: '-', args: ['decimal'], result: 'decimal' }, [operand.sql], place);
      return call === null ? null : valueTerm(call, 'decimal', 'failure');
    }
    default:
      return null;
  }
}
