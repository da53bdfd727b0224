import { Decimal, isDecimal } from './decimal.ts';
import { Duration, isFile, isRecord, isRecordList, Money, PlainDate, PlainTime, Timestamp, type Value } from './value.ts';

type Numeric = number | bigint | InstanceType<typeof Decimal>;

export const isNumeric = (value: Value): value is Numeric => typeof value === 'number' || typeof value === 'bigint' || isDecimal(value);

/**
 * Whether two values are equal: numbers by value (1 == 1.0), records by entity and id, lists and
 * maps by content. Values of different types are unequal, never an error (CEL: heterogeneous
 * equality). A plain number can equal an amount of money.
 */
export function equals(a: Value, b: Value): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (typeof a === 'string' || typeof a === 'boolean' || typeof b === 'string' || typeof b === 'boolean') return false;
  if (isNumeric(a)) {
    if (isNumeric(b)) return compareNumbers(a, b) === 0;
    return b instanceof Money && compareNumbers(a, b.amount) === 0;
  }
  if (isNumeric(b)) return a instanceof Money && compareNumbers(a.amount, b) === 0;
  if (isRecord(a)) return isRecord(b) && a.id === b.id && a.entity === b.entity;
  if (a instanceof Money) return b instanceof Money && a.currency === b.currency && a.amount.eq(b.amount);
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof PlainDate) return b instanceof PlainDate && a.days === b.days;
  if (a instanceof PlainTime) return b instanceof PlainTime && a.seconds === b.seconds;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && a.length === b.length && a.every((byte, index) => byte === b[index]);
  if (isFile(a)) return isFile(b) && a.id === b.id;
  const left = items(a);
  if (left !== undefined) {
    const right = items(b);
    return right !== undefined && left.length === right.length && left.every((item, index) => equals(item, right[index] ?? null));
  }
  if (isMap(a) && isMap(b)) {
    if (a.size !== b.size) return false;
    for (const [key, value] of a) {
      const other = b.get(key);
      if (other === undefined || !equals(value, other)) return false;
    }
    return true;
  }
  return false;
}

export const isMap = (value: Value): value is ReadonlyMap<string, Value> => value instanceof Map;

/** The elements of a list; undefined for other values. */
export function items(value: Value): readonly Value[] | undefined {
  if (Array.isArray(value)) return value as readonly Value[];
  return isRecordList(value) ? value.records() : undefined;
}

function compareNumbers(a: Numeric, b: Numeric): number {
  if (isDecimal(a) || isDecimal(b)) {
    return (isDecimal(a) ? a : new Decimal(a)).cmp(isDecimal(b) ? b : new Decimal(b));
  }
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Compares two values: -1, 0 or 1; undefined if they have no common order (CEL: no such overload).
 * false precedes true.
 */
export function compare(a: Value, b: Value): number | undefined {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string') return typeof b === 'string' ? compareText(a, b) : undefined;
  if (typeof a === 'boolean') return typeof b === 'boolean' ? Number(a) - Number(b) : undefined;
  if (a instanceof Timestamp) return b instanceof Timestamp ? sign(a.seconds - b.seconds || a.nanos - b.nanos) : undefined;
  if (a instanceof Duration) return b instanceof Duration ? sign(a.seconds - b.seconds || a.nanos - b.nanos) : undefined;
  if (a instanceof PlainDate) return b instanceof PlainDate ? sign(a.days - b.days) : undefined;
  if (a instanceof PlainTime) return b instanceof PlainTime ? sign(a.seconds - b.seconds) : undefined;
  if (a instanceof Money) {
    if (b instanceof Money) return a.currency === b.currency ? a.amount.cmp(b.amount) : undefined;
    return isNumeric(b) ? compareNumbers(a.amount, b) : undefined;
  }
  if (isNumeric(a)) {
    if (isNumeric(b)) return compareNumbers(a, b);
    return b instanceof Money ? compareNumbers(a, b.amount) : undefined;
  }
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    const length = Math.min(a.length, b.length);
    for (let index = 0; index < length; index++) {
      const difference = (a[index] ?? 0) - (b[index] ?? 0);
      if (difference !== 0) return sign(difference);
    }
    return sign(a.length - b.length);
  }
  return undefined;
}

const sign = (difference: number): number => (difference < 0 ? -1 : difference > 0 ? 1 : 0);

/** Compares by code point. JavaScript compares UTF-16 units, which puts U+FFFD after U+1F600. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return inCodePointOrder(left) - inCodePointOrder(right) < 0 ? -1 : 1;
  }
  return a.length < b.length ? -1 : 1;
}

/** Moves surrogates above the rest of the basic multilingual plane. */
const inCodePointOrder = (unit: number): number => (unit >= 0xe000 ? unit - 0x800 : unit >= 0xd800 ? unit + 0x2000 : unit);
