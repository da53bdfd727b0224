import type { BinaryOperator } from '../node.ts';
import { anyType, type Type } from '../types/type.ts';
import { decimalType, integerType, isNumber, isOpen, isTextual, join, listOf, textType } from '../types/type-relations.ts';

export type Arithmetic = Extract<BinaryOperator, '+' | '-' | '*' | '/' | '%'>;

/** The reason why two types cannot be combined; `advice` suggests a correction. */
export interface Mismatch {
  readonly kind: 'type' | 'unit';
  readonly advice: string;
}

const duration: Type = { kind: 'duration' };
const datetime: Type = { kind: 'datetime' };
const date: Type = { kind: 'date' };

const withUnit = (type: Type, unit: string | undefined): Type => (unit === undefined ? type : { ...type, unit });

/** The type of `a op b` (NOTATION: Numbers, Units, Dates), or the reason why it has none. */
export function arithmeticType(operator: Arithmetic, a: Type, b: Type): Type | Mismatch {
  if (isOpen(a) || isOpen(b)) return openType(operator, a, b);
  if (isNumber(a) && isNumber(b)) return numbers(operator, a, b);
  const labelled = [a, b].find((type) => type.unit !== undefined);
  if (
    labelled !== undefined &&
    [a, b].some((type) => type.kind === 'duration' || type.kind === 'money') &&
    (operator === '+' || operator === '-')
  ) {
    return { kind: 'unit', advice: `A number of ${labelled.unit} does not mix with ${a === labelled ? b.kind : a.kind}.` };
  }
  const sum = operator === '+' || operator === '-';
  if (operator === '+') {
    if (isTextual(a) && isTextual(b)) return textType;
    if (a.kind === 'list' && b.kind === 'list') return join(a, b);
    if (a.kind === 'bytes' && b.kind === 'bytes') return a;
    if (b.kind === 'datetime' && a.kind === 'duration') return datetime;
    if (b.kind === 'date' && a.kind === 'duration') return date;
    if (isTextual(a) || isTextual(b)) return { kind: 'type', advice: 'Only text joins text: write string(x) around the other.' };
  }
  if (sum && b.kind === 'duration') {
    if (a.kind === 'datetime' || a.kind === 'date' || a.kind === 'duration') return { kind: a.kind };
  }
  if (operator === '-' && a.kind === b.kind && (a.kind === 'datetime' || a.kind === 'date' || a.kind === 'time')) return duration;
  if (sum && (['datetime', 'date', 'duration'].includes(a.kind) ? isNumber(b) : b.kind === 'duration' && isNumber(a))) {
    return { kind: 'type', advice: 'A plain number is not a length of time: write days(n), hours(n) or minutes(n).' };
  }
  if (operator === '-' && ((a.kind === 'datetime' && b.kind === 'date') || (a.kind === 'date' && b.kind === 'datetime'))) {
    return { kind: 'type', advice: 'A date and a datetime do not mix: write datetime(date, time).' };
  }
  if (operator === '*') {
    if (a.kind === 'duration' && b.kind === 'integer') return duration;
    if (b.kind === 'duration' && a.kind === 'integer') return duration;
    if ((a.kind === 'duration' && b.kind === 'decimal') || (b.kind === 'duration' && a.kind === 'decimal')) {
      return { kind: 'type', advice: 'A duration is multiplied by integers only.' };
    }
  }
  return money(operator, a, b) ?? { kind: 'type', advice: '' };
}

function numbers(operator: Arithmetic, a: Type, b: Type): Type | Mismatch {
  const kind = a.kind === 'integer' && b.kind === 'integer' ? integerType : decimalType;
  if (operator === '*') return withUnit(kind, a.unit !== undefined && b.unit !== undefined ? undefined : (a.unit ?? b.unit));
  if (operator === '/') return withUnit(kind, b.unit === undefined ? a.unit : undefined);
  if (operator === '%' && kind !== integerType) return { kind: 'type', advice: '% is the rest of a division of integers.' };
  if (a.unit !== undefined && b.unit !== undefined && a.unit !== b.unit) {
    return { kind: 'unit', advice: `${a.unit} and ${b.unit} do not mix.` };
  }
  return withUnit(kind, a.unit ?? b.unit);
}

function money(operator: Arithmetic, a: Type, b: Type): Type | Mismatch | undefined {
  if (a.kind === 'money' && b.kind === 'money') {
    if (a.currency !== null && b.currency !== null && a.currency !== b.currency) {
      return { kind: 'type', advice: `${a.currency} and ${b.currency} do not mix.` };
    }
    if (operator === '/') return decimalType;
    if (operator === '+' || operator === '-') return { kind: 'money', currency: a.currency ?? b.currency };
    return { kind: 'type', advice: 'Money is multiplied by a number.' };
  }
  if (a.kind === 'money' && isNumber(b)) {
    if (operator === '*' || operator === '/') return { kind: 'money', currency: a.currency };
    return { kind: 'type', advice: 'Only money is added to money: make it a constant with the currency as its unit.' };
  }
  if (b.kind === 'money' && isNumber(a)) {
    if (operator === '*') return { kind: 'money', currency: b.currency };
    if (operator === '+' || operator === '-') {
      return { kind: 'type', advice: 'Only money is added to money: make it a constant with the currency as its unit.' };
    }
  }
  return undefined;
}

/** The result type if one side is known only at run time: as precise as the other side allows. */
function openType(operator: Arithmetic, a: Type, b: Type): Type {
  const known = isOpen(a) ? b : a;
  if (operator === '+' && isTextual(known)) return textType;
  if (operator === '+' && known.kind === 'list') return listOf(anyType);
  return anyType;
}
