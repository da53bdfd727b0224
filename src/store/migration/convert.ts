import { decimalText, isDecimal, parseDecimal, toCents } from '../../expression/values/decimal.ts';
import {
  formatDate,
  formatDuration,
  formatTime,
  formatTimestamp,
  parseDate,
  parseDuration,
  parseTime,
  parseTimestamp,
  timestamp,
} from '../../expression/values/time.ts';
import { Duration, isFile, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../expression/values/value.ts';
import type { StorageType } from '../../model/types/type.ts';
import type { ColumnSchema } from '../schema.ts';

type Converted = { readonly value: Value; readonly lost: boolean };

const kept = (value: Value): Converted => ({ value, lost: false });
const lost: Converted = { value: null, lost: true };

/**
 * Converts a value of one column to another. `lost`: part of it cannot be converted; the value is
 * then the rest, or null.
 */
export function convertValue(value: Value, from: ColumnSchema, to: ColumnSchema): Converted {
  if (value === null) return kept(null);
  if (from.type === 'list') return fromList(value, from, to);
  if (to.type === 'list') {
    const item = convertScalar(value, from.type, to.item ?? 'json');
    return item.value === null ? { value: [], lost: item.lost } : { value: [item.value], lost: item.lost };
  }
  const converted = convertScalar(value, from.type, to.type);
  if (to.values.length > 0 && !(typeof converted.value === 'string' && to.values.includes(converted.value))) return lost;
  return converted;
}

function fromList(value: Value, from: ColumnSchema, to: ColumnSchema): Converted {
  const items = Array.isArray(value) ? (value as readonly Value[]) : [];
  if (to.type === 'json') return kept(items);
  if (to.type !== 'list') {
    const [only] = items;
    if (items.length === 0 || only === undefined) return kept(null);
    const converted = convertScalar(only, from.item ?? 'json', to.type);
    if (to.values.length > 0 && !to.values.includes(String(converted.value))) return lost;
    return { value: converted.value, lost: converted.lost || items.length > 1 };
  }
  const converted = items.map((item) => convertScalar(item, from.item ?? 'json', to.item ?? 'json'));
  return { value: converted.flatMap((item) => (item.lost ? [] : [item.value])), lost: converted.some((item) => item.lost) };
}

function convertScalar(value: Value, from: StorageType, to: StorageType): Converted {
  if (value === null || from === to || to === 'json') return kept(value);
  // A value of unknown type or of JSON keeps its own kind, so convert whatever fits.
  const text = textOf(value);
  switch (to) {
    case 'text':
    case 'enum':
    case 'state':
      return text === null ? lost : kept(text);
    case 'boolean':
      return typeof value === 'boolean'
        ? kept(value)
        : text === 'true' || text === 'yes'
          ? kept(true)
          : text === 'false' || text === 'no'
            ? kept(false)
            : lost;
    case 'integer': {
      if (value instanceof Money) return wholeNumber(decimalText(value.amount));
      return text === null ? lost : wholeNumber(text);
    }
    case 'decimal': {
      if (value instanceof Money) return kept(value.amount);
      const number = text === null ? undefined : parseDecimal(text.trim());
      return number === undefined ? lost : kept(number);
    }
    case 'money': {
      const number = text === null ? undefined : parseDecimal(text.trim());
      if (number === undefined) return lost;
      const cents = toCents(number);
      // The currency is added when the column is read.
      return { value: new Money(cents, ''), lost: !cents.eq(number) };
    }
    case 'date':
      if (value instanceof Timestamp) {
        const days = Math.floor(value.seconds / 86400);
        return { value: new PlainDate(days), lost: value.seconds !== days * 86400 || value.nanos !== 0 };
      }
      return parsed(text, parseDate);
    case 'time':
      return parsed(text, parseTime);
    case 'datetime':
      if (value instanceof PlainDate) return kept(timestamp(value.days * 86400, 0) ?? null);
      return parsed(text, (given) => parseTimestamp(given, 'UTC'));
    case 'duration':
      return parsed(text, parseDuration);
    // A relation is an id and a file is stored elsewhere, so no text converts to one.
    case 'relation':
    case 'file':
    case 'list':
      return lost;
  }
}

function wholeNumber(text: string): Converted {
  const number = parseDecimal(text.trim());
  if (number === undefined) return lost;
  const whole = number.round(0, 0);
  const value = Number(whole.toFixed());
  return Number.isSafeInteger(value) ? { value, lost: !whole.eq(number) } : lost;
}

function parsed<T extends Value>(text: string | null, parse: (text: string) => T | undefined): Converted {
  const value = text === null ? undefined : parse(text.trim());
  return value === undefined ? lost : kept(value);
}

/** The value as people would write it; null if it has no such form. */
function textOf(value: Value): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (isDecimal(value)) return decimalText(value);
  if (value instanceof Money) return decimalText(value.amount);
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof PlainDate) return formatDate(value);
  if (value instanceof PlainTime) return formatTime(value);
  return value !== null && isFile(value) ? value.name : null;
}
