import { isNumeric } from '../values/compare.ts';
import { Decimal, isDecimal, normalInteger, toCents } from '../values/decimal.ts';
import { duration, timestamp } from '../values/time.ts';
import { Duration, isRecordList, Money, PlainDate, PlainTime, Timestamp, type Value } from '../values/value.ts';

/** The maximum length of texts and lists that `+` creates. */
export const maximumLength = 10_000_000;

/**
 * `wrong`: why these values have no result. Undefined: the operator is not defined for these types.
 */
export type Outcome = { readonly value: Value } | { readonly wrong: string } | undefined;

const tooLarge: Outcome = { wrong: 'the result is larger than an integer can be' };
const outOfTime: Outcome = { wrong: 'the result lies outside the years 1 to 9999' };
const tooLong: Outcome = { wrong: 'the result is longer than a duration can be' };
const tooMuch: Outcome = { wrong: 'the result is too long to store' };
const byZero: Outcome = { wrong: 'a division by zero' };

const ok = (value: Value | undefined, wrong: Outcome): Outcome => (value === undefined ? wrong : { value });

/** `a op b` for any values except two small numbers, which the compiled code handles inline. */
export function arithmetic(operator: '+' | '-' | '*' | '/' | '%', a: Value, b: Value): Outcome {
  if (isNumeric(a) && isNumeric(b)) {
    return isDecimal(a) || isDecimal(b) ? decimals(operator, new Decimal(a), new Decimal(b)) : integers(operator, BigInt(a), BigInt(b));
  }
  if (a instanceof Money || b instanceof Money) return money(operator, a, b);
  switch (operator) {
    case '+':
      return add(a, b);
    case '-':
      return subtract(a, b);
    case '*':
      if (a instanceof Duration) return times(a, b);
      return b instanceof Duration ? times(b, a) : undefined;
    default:
      return undefined;
  }
}

function integers(operator: '+' | '-' | '*' | '/' | '%', a: bigint, b: bigint): Outcome {
  switch (operator) {
    case '+':
      return ok(normalInteger(a + b), tooLarge);
    case '-':
      return ok(normalInteger(a - b), tooLarge);
    case '*':
      return ok(normalInteger(a * b), tooLarge);
    case '/':
      return b === 0n ? byZero : ok(normalInteger(a / b), tooLarge);
    case '%':
      return b === 0n ? byZero : ok(normalInteger(a % b), tooLarge);
  }
}

type Exact = InstanceType<typeof Decimal>;

function decimals(operator: '+' | '-' | '*' | '/' | '%', a: Exact, b: Exact): Outcome {
  switch (operator) {
    case '+':
      return bounded(a.plus(b));
    case '-':
      return bounded(a.minus(b));
    case '*':
      return bounded(a.times(b));
    case '/':
      return b.eq(0) ? byZero : { value: a.div(b) };
    case '%':
      return undefined;
  }
}

/**
 * Limits the size of exact numbers, which grow with each product: squaring a number forty times
 * must not exhaust memory.
 */
const bounded = (value: Exact): Outcome => (value.c.length > 1000 || Math.abs(value.e) > 2000 ? tooMuch : { value });

function money(operator: '+' | '-' | '*' | '/' | '%', a: Value, b: Value): Outcome {
  if (a instanceof Money && b instanceof Money) {
    if (a.currency !== b.currency) return { wrong: `${a.currency} and ${b.currency} do not mix` };
    if (operator === '+') return { value: new Money(a.amount.plus(b.amount), a.currency) };
    if (operator === '-') return { value: new Money(a.amount.minus(b.amount), a.currency) };
    if (operator !== '/') return undefined;
    return b.amount.eq(0) ? byZero : { value: new Decimal(a.amount).div(b.amount) };
  }
  if (operator === '*') {
    if (a instanceof Money && isNumeric(b)) return { value: new Money(toCents(a.amount.times(new Decimal(b))), a.currency) };
    if (b instanceof Money && isNumeric(a)) return { value: new Money(toCents(b.amount.times(new Decimal(a))), b.currency) };
  }
  if (operator === '/' && a instanceof Money && isNumeric(b)) {
    const divisor = new Decimal(b);
    return divisor.eq(0) ? byZero : { value: new Money(divideToCents(a.amount, divisor), a.currency) };
  }
  return undefined;
}

/**
 * Divides and rounds half up in one step, because rounding an already rounded quotient could round
 * twice.
 */
function divideToCents(amount: Exact, divisor: Exact): Exact {
  const scaled = amount.times(100);
  const quotient = new Decimal(new Decimal(scaled).div(divisor)).round(0, Decimal.roundDown);
  const rest = scaled.minus(quotient.times(divisor)).abs().times(2);
  const away = rest.gte(divisor.abs()) ? (amount.s === divisor.s ? 1 : -1) : 0;
  return quotient.plus(away).times('0.01');
}

function add(a: Value, b: Value): Outcome {
  if (typeof a === 'string') {
    if (typeof b !== 'string') return undefined;
    return a.length + b.length > maximumLength ? tooMuch : { value: a + b };
  }
  if (a instanceof Duration && !(b instanceof Duration)) return b instanceof Timestamp || b instanceof PlainDate ? add(b, a) : undefined;
  if (b instanceof Duration) {
    if (a instanceof Timestamp) return ok(timestamp(a.seconds + b.seconds, a.nanos + b.nanos), outOfTime);
    if (a instanceof Duration) return ok(duration(a.seconds + b.seconds, a.nanos + b.nanos), tooLong);
    if (a instanceof PlainDate) return moveDate(a, b, 1);
    return undefined;
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    const joined = new Uint8Array(a.length + b.length);
    joined.set(a);
    joined.set(b, a.length);
    return { value: joined };
  }
  const left = listed(a);
  const right = listed(b);
  if (left === undefined || right === undefined) return undefined;
  return left.length + right.length > maximumLength ? tooMuch : { value: [...left, ...right] };
}

const listed = (value: Value): readonly Value[] | undefined =>
  Array.isArray(value) ? (value as readonly Value[]) : isRecordList(value) ? value.records() : undefined;

function subtract(a: Value, b: Value): Outcome {
  if (b instanceof Duration) {
    if (a instanceof Timestamp) return ok(timestamp(a.seconds - b.seconds, a.nanos - b.nanos), outOfTime);
    if (a instanceof Duration) return ok(duration(a.seconds - b.seconds, a.nanos - b.nanos), tooLong);
    if (a instanceof PlainDate) return moveDate(a, b, -1);
    return undefined;
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return ok(duration(a.seconds - b.seconds, a.nanos - b.nanos), tooLong);
  if (a instanceof PlainDate && b instanceof PlainDate) return { value: new Duration((a.days - b.days) * 86400, 0) };
  if (a instanceof PlainTime && b instanceof PlainTime) return { value: new Duration(a.seconds - b.seconds, 0) };
  return undefined;
}

/** Adds whole days to a date; the result is a date (NOTATION). */
function moveDate(date: PlainDate, by: Duration, direction: 1 | -1): Outcome {
  if (by.seconds % 86400 !== 0 || by.nanos !== 0) return { wrong: 'a date moves by whole days only' };
  const days = date.days + direction * (by.seconds / 86400);
  return days < -719162 || days > 2932896 ? outOfTime : { value: new PlainDate(days) };
}

function times(length: Duration, factor: Value): Outcome {
  if (typeof factor !== 'number' && typeof factor !== 'bigint') return undefined;
  const nanos = (BigInt(length.seconds) * 1000000000n + BigInt(length.nanos)) * BigInt(factor);
  const seconds = nanos / 1000000000n;
  if (seconds > 1000000000000n || seconds < -1000000000000n) return tooLong;
  return ok(duration(Number(seconds), Number(nanos % 1000000000n)), tooLong);
}

export function negate(value: Value): Outcome {
  if (typeof value === 'number') return { value: value === 0 ? 0 : -value };
  if (typeof value === 'bigint') return ok(normalInteger(-value), tooLarge);
  if (isDecimal(value)) return { value: value.times(-1) };
  if (value instanceof Money) return { value: new Money(value.amount.times(-1), value.currency) };
  if (value instanceof Duration) return ok(duration(-value.seconds, -value.nanos), tooLong);
  return undefined;
}
