import { Decimal, isDecimal, normalInteger, parseDecimal } from '../../values/decimal.ts';
import { toJson } from '../../values/json.ts';
import { parseSeconds, parseTimestamp, timestamp } from '../../values/time.ts';
import { Duration, Money, Timestamp } from '../../values/value.ts';
import { textOf } from './format.ts';
import { type Implementation, wrong } from './implementation.ts';

const int: Implementation = ([value]) => {
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (isDecimal(value)) {
    return normalInteger(BigInt(value.round(0, Decimal.roundDown).toFixed(0))) ?? wrong('this is larger than an integer can be');
  }
  if (value instanceof Timestamp) return value.seconds;
  if (value instanceof Duration) return value.seconds;
  if (typeof value !== 'string') return undefined;
  if (!/^[+-]?\d{1,30}$/.test(value)) return wrong(`“${value}” is not an integer`);
  return normalInteger(BigInt(value.startsWith('+') ? value.slice(1) : value)) ?? wrong('this is larger than an integer can be');
};

const double: Implementation = ([value]) => {
  if (isDecimal(value)) return value;
  if (typeof value === 'number' || typeof value === 'bigint') return new Decimal(value);
  if (value instanceof Money) return value.amount;
  return typeof value === 'string' ? (parseDecimal(value) ?? wrong(`“${value}” is not a number`)) : undefined;
};

const truths: Record<string, boolean> = {};
for (const text of ['true', 'True', 'TRUE', 't', '1']) truths[text] = true;
for (const text of ['false', 'False', 'FALSE', 'f', '0']) truths[text] = false;

export const conversions: Record<string, Implementation> = {
  number: ([value]) => (value instanceof Money ? value.amount : undefined),
  int,
  double,
  string: ([value = null]) => textOf(value) ?? (value === null ? undefined : JSON.stringify(toJson(value))),
  bool: ([value]) => {
    if (typeof value === 'boolean') return value;
    if (typeof value !== 'string') return undefined;
    return Object.hasOwn(truths, value) ? truths[value] : wrong(`“${value}” is neither true nor false`);
  },
  bytes: ([value]) => (typeof value === 'string' ? new TextEncoder().encode(value) : value instanceof Uint8Array ? value : undefined),
  timestamp: ([value]) => {
    if (value instanceof Timestamp) return value;
    if (typeof value === 'number') return timestamp(value, 0) ?? wrong('this moment lies outside the years 1 to 9999');
    return typeof value === 'string'
      ? (parseTimestamp(value) ?? wrong(`“${value}” is not a moment such as 2026-01-05T09:00:00Z`))
      : undefined;
  },
  duration: ([value]) => {
    if (value instanceof Duration) return value;
    return typeof value === 'string' ? (parseSeconds(value) ?? wrong(`“${value}” is not a duration such as 1h30m`)) : undefined;
  },
  dyn: ([value]) => value,
};
