import { Big } from 'big.js';
import { Decimal, isDecimal } from '../values/decimal.ts';
import { Duration, isFile, isRecord, Money, PlainDate, PlainTime, Timestamp, type Value } from '../values/value.ts';

/** Values that SQL accepts and returns. */
export type SqlScalar = null | string | number | bigint;

/**
 * The SQL forms of values, shared by the stores and the translation of expressions: datetime and
 * duration are microseconds, money is hundredths, a decimal is canonical text (ordered by
 * decimal_key), date and time are ISO text, a record is its id.
 */
export type Representation =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'money'
  | 'boolean'
  | 'date'
  | 'time'
  | 'datetime'
  | 'duration'
  | 'record'
  | 'file';

/**
 * Whether a database can store the text: NUL ends it in SQLite and is refused by Postgres, and a
 * lone surrogate has no UTF-8 encoding.
 */
export const isKept = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

const million = 1_000_000;
const billion = 1_000_000_000;

/**
 * The value in SQL; undefined if it is of another type or cannot be represented exactly
 * (nanoseconds, fractions of a cent).
 */
export function toSql(value: Value, as: Representation): SqlScalar | undefined {
  if (value === null) return null;
  switch (as) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'integer':
      if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined;
      if (typeof value === 'bigint') return value;
      return isDecimal(value) ? whole(value) : undefined;
    case 'decimal':
      if (isDecimal(value)) return value.eq(0) ? '0' : value.toFixed();
      return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
    case 'money': {
      if (!(value instanceof Money)) return undefined;
      return whole(value.amount.times(100));
    }
    case 'date':
      return value instanceof PlainDate ? dateText(value.days) : undefined;
    case 'time':
      return value instanceof PlainTime ? timeText(value.seconds) : undefined;
    case 'datetime':
      return value instanceof Timestamp ? micros(value.seconds, value.nanos) : undefined;
    case 'duration':
      return value instanceof Duration ? micros(value.seconds, value.nanos) : undefined;
    case 'record':
      return typeof value === 'string' ? value : isRecord(value) ? value.id : undefined;
    case 'file':
      return isFile(value) ? JSON.stringify({ id: value.id, name: value.name, mediaType: value.mediaType, size: value.size }) : undefined;
  }
}

/** Converts a value from SQL back. A record is returned as its id. */
export function fromSql(sql: SqlScalar, as: Representation, currency: string): Value {
  if (sql === null) return null;
  switch (as) {
    case 'text':
    case 'record':
      return String(sql);
    case 'boolean':
      return Number(sql) !== 0;
    case 'integer':
      return typeof sql === 'bigint' ? small(sql) : Number(sql);
    case 'decimal':
      return new Decimal(String(sql));
    case 'money':
      return new Money(new Decimal(String(sql)).div(100), currency);
    case 'date':
      return new PlainDate(dateDays(String(sql)));
    case 'time':
      return new PlainTime(timeSeconds(String(sql)));
    case 'datetime': {
      const { seconds, rest } = split(sql, false);
      return new Timestamp(seconds, rest * 1000);
    }
    case 'duration': {
      const { seconds, rest } = split(sql, true);
      return new Duration(seconds, rest * 1000);
    }
    case 'file': {
      const file = JSON.parse(String(sql)) as { id: string; name: string; mediaType: string; size: number };
      return { isFile: true, id: file.id, name: file.name, mediaType: file.mediaType, size: file.size };
    }
  }
}

/** A list as JSON; undefined if an element cannot be represented. */
export function listToSql(value: Value, item: Representation): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const parts: string[] = [];
  for (const element of value as readonly Value[]) {
    const sql = toSql(element, item);
    if (sql === undefined) return undefined;
    if (item === 'boolean') parts.push(sql === null ? 'null' : String(sql === 1));
    else parts.push(typeof sql === 'bigint' ? String(sql) : JSON.stringify(sql));
  }
  return `[${parts.join(',')}]`;
}

/** Converts a list from JSON back. */
export function listFromSql(text: string, item: Representation, currency: string): readonly Value[] {
  // JSON.parse rounds integers beyond 2^53, so they are quoted first. toSql never writes a number
  // as text, so this is unambiguous.
  const exact = (item === 'integer' || item === 'money' || item === 'datetime' || item === 'duration') && /\d{16}/.test(text);
  const items = JSON.parse(exact ? text.replace(/-?\d{16,}/g, '"$&"') : text) as (string | number | boolean | null)[];
  return items.map((sql) => {
    if (typeof sql === 'boolean') return sql;
    return fromSql(exact && typeof sql === 'string' ? BigInt(sql) : sql, item, currency);
  });
}

/** The value as an integer; undefined if it has a fraction or exceeds 64 bits. */
function whole(value: Big): number | bigint | undefined {
  if (!value.eq(value.round(0, Big.roundDown))) return undefined;
  const exact = BigInt(value.toFixed(0));
  return BigInt.asIntN(64, exact) === exact ? small(exact) : undefined;
}

const small = (value: bigint): number | bigint => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

function micros(seconds: number, nanos: number): number | bigint | undefined {
  if (nanos % 1000 !== 0) return undefined;
  const total = seconds * million + nanos / 1000;
  // Beyond 2^53 microseconds (the year 2255), numbers are inexact.
  return Number.isSafeInteger(total) && Math.abs(total) < Number.MAX_SAFE_INTEGER
    ? total
    : BigInt(seconds) * BigInt(million) + BigInt(nanos / 1000);
}

/**
 * Splits into seconds and microseconds. The rest of a duration has the sign of the whole; that of a
 * moment is never negative.
 */
function split(sql: string | number | bigint, signed: boolean): { seconds: number; rest: number } {
  if (typeof sql === 'number') {
    // Avoids -0.
    const seconds = (signed ? Math.trunc(sql / million) : Math.floor(sql / million)) + 0;
    return { seconds, rest: sql - seconds * million };
  }
  const total = BigInt(sql);
  let seconds = total / BigInt(million);
  let rest = total % BigInt(million);
  if (!signed && rest < 0n) {
    seconds -= 1n;
    rest += BigInt(million);
  }
  return { seconds: Number(seconds), rest: Number(rest) };
}

const secondsADay = 86_400;

/**
 * `2026-01-05`; undefined outside the years 0 to 9999, because such dates would not sort as text.
 */
function dateText(days: number): string | undefined {
  const date = new Date(days * secondsADay * 1000);
  const year = date.getUTCFullYear();
  return year >= 0 && year <= 9999 ? date.toISOString().slice(0, 10) : undefined;
}

const dateDays = (text: string): number => Math.round(Date.parse(`${text}T00:00:00Z`) / 1000 / secondsADay);

function timeText(seconds: number): string {
  const whole = Math.floor(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  const fraction = Math.round((seconds - whole) * billion);
  const text = `${two(Math.floor(whole / 3600))}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(9, '0').replace(/0+$/, '')}`;
}

function timeSeconds(text: string): number {
  const [hours = '0', minutes = '0', seconds = '0'] = text.split(':');
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
