import type { Type } from '../types/type.ts';
import { oneOf, typeWords } from '../types/type-words.ts';
import { isMap, isNumeric, items } from './compare.ts';
import { Decimal, isDecimal } from './decimal.ts';
import { Mistake } from './json.ts';
import { Duration, isFile, isRecord, Money, PlainDate, PlainTime, Timestamp, type Value } from './value.ts';

/**
 * Converts the result of an expression (a default, an effect, a `with {…}`) to a field's type:
 * integers to decimals, plain numbers to amounts of money, lists of records to arrays. Returns a
 * Mistake for a value that does not fit; its message follows the field's name. Null stays null, and
 * a text for a file field remains the file's name.
 */
export function assignValue(value: Value, type: Type): Value | Mistake {
  if (value === null) return null;
  switch (type.kind) {
    case 'any':
    case 'json':
      return value;
    case 'decimal':
      return isDecimal(value) ? value : isNumeric(value) ? new Decimal(value) : unfit(type);
    case 'money':
      return money(value, type);
    case 'enum':
    case 'state':
      return typeof value === 'string' && type.values.includes(value) ? value : new Mistake(`must be ${oneOf(type.values)}`, 'enum');
    case 'list': {
      const values: Value[] = [];
      for (const item of items(value) ?? [undefined]) {
        if (item === undefined) return unfit(type);
        const inner = assignValue(item, type.of);
        if (inner instanceof Mistake) return new Mistake(`contains something that ${inner.message}`);
        values.push(inner);
      }
      return values;
    }
    default:
      return isOf(value, type) ? value : unfit(type);
  }
}

const unfit = (type: Type): Mistake => new Mistake(`must be ${typeWords(type)}`, type.kind);

function money(value: Value, type: Extract<Type, { kind: 'money' }>): Value | Mistake {
  if (value instanceof Money) {
    if (type.currency === null || value.currency === type.currency) return value;
    return new Mistake(`must be money in ${type.currency}, not in ${value.currency}`);
  }
  if (!isNumeric(value)) return unfit(type);
  const amount = new Decimal(value);
  return amount.round(2, 0).eq(amount)
    ? new Money(amount, type.currency ?? '')
    : new Mistake('must be an amount with at most two places', 'money');
}

function isOf(value: Value, type: Type): boolean {
  switch (type.kind) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'text':
      return typeof value === 'string';
    case 'integer':
      return typeof value === 'number' || typeof value === 'bigint';
    case 'date':
      return value instanceof PlainDate;
    case 'time':
      return value instanceof PlainTime;
    case 'datetime':
      return value instanceof Timestamp;
    case 'duration':
      return value instanceof Duration;
    case 'bytes':
      return value instanceof Uint8Array;
    case 'file':
      return isFile(value) || typeof value === 'string';
    case 'record':
      return isRecord(value) && value.entity === type.entity;
    case 'map':
    case 'view':
      return isMap(value);
    // Handled above.
    case 'any':
    case 'null':
    case 'json':
    case 'decimal':
    case 'money':
    case 'enum':
    case 'state':
    case 'list':
      return false;
  }
}
