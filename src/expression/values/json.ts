import type { Scalar, Type } from '../types/type.ts';
import { oneOf } from '../types/type-words.ts';
import { isMap } from './compare.ts';
import { Decimal, decimalText, isDecimal, normalInteger, parseDecimal } from './decimal.ts';
import { formatDate, formatDuration, formatTime, formatTimestamp, parseDate, parseDuration, parseTime, parseTimestamp } from './time.ts';
import { Duration, isFile, isRecord, isRecordList, Money, PlainDate, PlainTime, type RecordValue, Timestamp, type Value } from './value.ts';

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/**
 * A value that does not fit its type. `message` follows the name of the field, as in `must be a
 * whole number`. `must` is the required kind of value (integer, list, …), so that callers can
 * translate the message; empty if the message says more than that.
 */
export class Mistake {
  readonly message: string;
  readonly must: string;

  constructor(message: string, must = '') {
    this.message = message;
    this.must = must;
  }
}

/**
 * Converts a value to JSON. Dates, times and durations are ISO 8601 (moments in UTC with at least
 * milliseconds, durations like `P14D`). Decimals and money are numbers if binary floating point
 * preserves them, else strings; integers beyond 2^53 are strings too. A record is its id unless
 * `record` says otherwise; a file is its name, type and size; bytes are base64.
 */
export function toJson(value: Value, record: (record: RecordValue) => Json = ({ id }) => id): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => toJson(item, record));
  if (isMap(value)) return objectOf(value, record);
  if (isDecimal(value)) return decimalJson(value);
  if (value instanceof Money) return decimalJson(value.amount);
  if (value instanceof Timestamp) return formatTimestamp(value, 3);
  if (value instanceof Duration) return formatDuration(value);
  if (value instanceof PlainDate) return formatDate(value);
  if (value instanceof PlainTime) return formatTime(value);
  if (value instanceof Uint8Array) return base64(value);
  if (isRecord(value)) return record(value);
  if (isFile(value)) return { id: value.id, name: value.name, mediaType: value.mediaType, size: value.size };
  if (isRecordList(value)) return value.records().map((item) => toJson(item, record));
  throw new TypeError('a value of no known kind cannot become JSON');
}

function objectOf(map: ReadonlyMap<string, Value>, record: (record: RecordValue) => Json): Json {
  const object: Record<string, Json> = {};
  for (const [key, inner] of map) {
    const value = toJson(inner, record);
    // Plain assignment would set the prototype instead of a key.
    if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
    else object[key] = value;
  }
  return object;
}

function decimalJson(value: InstanceType<typeof Decimal>): Json {
  const text = decimalText(value);
  const binary = Number(text);
  return Number.isFinite(binary) && new Decimal(String(binary)).eq(value) ? binary : text;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(at, at + 3);
    const left = bytes.length - at;
    text += digits.charAt(a >> 2) + digits.charAt(((a & 3) << 4) | (b >> 4));
    text += left > 1 ? digits.charAt(((b & 15) << 2) | (c >> 6)) : '=';
    text += left > 2 ? digits.charAt(c & 63) : '=';
  }
  return text;
}

/** The message for a value of the wrong type: `must be text`. */
const must: Readonly<Partial<Record<Type['kind'], string>>> = {
  boolean: 'must be true or false',
  text: 'must be text',
  integer: 'must be a whole number',
  decimal: 'must be a number',
  money: 'must be an amount with at most two places',
  date: 'must be a date such as 2026-01-05',
  time: 'must be a time such as 09:30',
  datetime: 'must be a moment such as 2026-01-05T09:30:00Z',
  duration: 'must be a duration such as PT1H30M',
  file: 'must be a file',
  bytes: 'must be base64 text',
  map: 'must be an object',
  view: 'must be an object',
} satisfies Record<Exclude<Scalar, 'json'> | 'money' | 'map' | 'view', string>;

const mistake = (kind: Type['kind']): Mistake => new Mistake(must[kind] ?? 'does not fit', kind);

/**
 * Converts JSON from a caller to a type, strictly: a number is not text, `"true"` is not true. Null
 * stays null (Required is checked elsewhere). A relation is an id and stays a text, which callers
 * resolve to a record. A moment without an offset is in `zone`. Returns a Mistake if the value does
 * not fit.
 */
export function fromJson(json: unknown, type: Type, zone = 'UTC'): Value | Mistake {
  if (json === null || json === undefined) return null;
  switch (type.kind) {
    case 'any':
    case 'json':
      return anyJson(json);
    case 'boolean':
      return typeof json === 'boolean' ? json : mistake('boolean');
    case 'list': {
      if (!Array.isArray(json)) return new Mistake('must be a list');
      const values: Value[] = [];
      for (const [index, item] of json.entries()) {
        const value = item === null ? new Mistake('must not be null') : fromJson(item, type.of, zone);
        if (value instanceof Mistake) return new Mistake(`has at place ${index + 1} something that ${value.message}`);
        values.push(value);
      }
      return values;
    }
    case 'map':
    case 'view':
      return typeof json === 'object' && !Array.isArray(json) ? anyJson(json) : mistake('map');
    case 'integer':
    case 'decimal':
    case 'money':
      return number(json, type);
    case 'null':
      return new Mistake('must be null');
    case 'record':
      return typeof json === 'string' ? json : new Mistake(`must be the id of an existing ${type.entity}`);
    default:
      return typeof json === 'string'
        ? fromText(json, type, zone)
        : mistake(type.kind === 'enum' || type.kind === 'state' ? 'text' : type.kind);
  }
}

function number(json: unknown, type: Type): Value | Mistake {
  if (typeof json === 'number' && Number.isFinite(json)) {
    // The shortest decimal that denotes this binary number is the one that the caller wrote.
    const value = parseDecimal(String(json));
    return value === undefined ? mistake(type.kind) : exactNumber(value, type);
  }
  if (typeof json !== 'string' || !(type.kind === 'integer' ? /^-?\d+$/ : /^-?\d+(\.\d+)?$/).test(json)) return mistake(type.kind);
  // Integers beyond 2^53 and decimals without an exact binary form are passed as text.
  const value = parseDecimal(json);
  if (value === undefined || (type.kind === 'integer' && value.abs().lt(Number.MAX_SAFE_INTEGER))) return mistake(type.kind);
  return exactNumber(value, type);
}

function exactNumber(value: InstanceType<typeof Decimal>, type: Type): Value | Mistake {
  if (type.kind === 'integer') {
    if (!value.round(0, 0).eq(value)) return mistake('integer');
    return normalInteger(BigInt(value.toFixed(0))) ?? new Mistake('must be a smaller number');
  }
  if (type.kind !== 'money') return value;
  return value.round(2, 0).eq(value) ? new Money(value, type.currency ?? '') : mistake('money');
}

function fromText(text: string, type: Type, zone: string): Value | Mistake {
  switch (type.kind) {
    case 'text':
      return text;
    case 'enum':
    case 'state':
      return type.values.includes(text) ? text : new Mistake(`must be ${oneOf(type.values)}`);
    case 'date':
      return parseDate(text) ?? mistake('date');
    case 'time':
      return parseTime(text) ?? mistake('time');
    case 'datetime':
      return parseTimestamp(text, zone) ?? mistake('datetime');
    case 'duration':
      return parseDuration(text) ?? mistake('duration');
    case 'bytes':
      return fromBase64(text) ?? mistake('bytes');
    default:
      return mistake(type.kind);
  }
}

function fromBase64(text: string): Uint8Array | undefined {
  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text)) return undefined;
  const plain = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((plain.length * 3) / 4));
  let bits = 0;
  let held = 0;
  let at = 0;
  for (const char of plain) {
    bits = ((bits << 6) | digits.indexOf(char)) & 0xffffff;
    held += 6;
    if (held >= 8) {
      held -= 8;
      bytes[at++] = (bits >> held) & 255;
    }
  }
  return bytes;
}

/**
 * Converts JSON without a type: objects to maps, whole numbers to integers, other numbers to
 * decimals.
 */
function anyJson(json: unknown): Value | Mistake {
  if (json === null || json === undefined) return null;
  if (typeof json === 'string' || typeof json === 'boolean') return json;
  if (typeof json === 'number') {
    if (Number.isSafeInteger(json)) return json || 0;
    return parseDecimal(String(json)) ?? mistake('decimal');
  }
  if (Array.isArray(json)) {
    const values = json.map(anyJson);
    return values.find((value) => value instanceof Mistake) ?? (values as Value[]);
  }
  if (typeof json !== 'object') return new Mistake('must be JSON');
  const map = new Map<string, Value>();
  for (const [key, inner] of Object.entries(json)) {
    const value = anyJson(inner);
    if (value instanceof Mistake) return value;
    map.set(key, value);
  }
  return map;
}

/**
 * Converts a cell of a Default, Example or Constant column: plain text without quotes, `yes` and
 * `no` as booleans, numbers, dates and times as in JSON, list elements separated by commas. A
 * relation remains the name written there. Returns a Mistake if the cell does not fit.
 */
export function parseCell(text: string, type: Type, zone = 'UTC'): Value | Mistake {
  const trimmed = text.trim();
  switch (type.kind) {
    case 'boolean':
      if (trimmed === 'yes' || trimmed === 'true') return true;
      return trimmed === 'no' || trimmed === 'false' ? false : new Mistake('must be yes or no');
    case 'text':
    case 'record':
    case 'file':
    case 'any':
      return trimmed;
    case 'integer':
    case 'decimal':
    case 'money': {
      const number = type.percent ? trimmed.replace(/\s*%$/, '') : trimmed;
      const value = parseDecimal(number.replace(/(?<=\d)[_ ](?=\d{3})/g, ''));
      if (value === undefined) return mistake(type.kind);
      return exactNumber(type.percent ? value.times('0.01') : value, type);
    }
    case 'list': {
      const values: Value[] = [];
      for (const part of trimmed === '' ? [] : trimmed.split(',')) {
        const value = parseCell(part, type.of, zone);
        if (value instanceof Mistake) return value;
        values.push(value);
      }
      return values;
    }
    case 'json':
      try {
        return anyJson(JSON.parse(trimmed));
      } catch {
        return new Mistake('must be JSON');
      }
    default:
      return fromJson(trimmed, type, zone);
  }
}
