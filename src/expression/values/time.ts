import { dayFrom, daysFrom, daysInMonth } from './calendar.ts';
import { momentOf, offsetAt } from './time-zone.ts';
import { Duration, PlainDate, PlainTime, Timestamp } from './value.ts';

/** The range of CEL: 0001-01-01T00:00:00Z to 9999-12-31T23:59:59.999999999Z. */
const firstSecond = -62135596800;
const lastSecond = 253402300799;
/** The longest duration of CEL, ten thousand years, in seconds. */
const longest = 315576000000;

const two = (value: number): string => String(value).padStart(2, '0');

/** Normalises seconds and nanoseconds; undefined outside the years 1 to 9999. */
export function timestamp(seconds: number, nanos: number): Timestamp | undefined {
  const carry = Math.floor(nanos / 1e9);
  const whole = seconds + carry;
  return whole < firstSecond || whole > lastSecond ? undefined : new Timestamp(whole, nanos - carry * 1e9);
}

/** Gives both parts the same sign; undefined beyond ten thousand years. */
export function duration(seconds: number, nanos: number): Duration | undefined {
  let whole = seconds + Math.trunc(nanos / 1e9);
  let rest = nanos % 1e9;
  if (whole > 0 && rest < 0) {
    whole--;
    rest += 1e9;
  } else if (whole < 0 && rest > 0) {
    whole++;
    rest -= 1e9;
  }
  if (Math.abs(whole) > longest) return undefined;
  // Avoids -0, which would be a second representation of zero.
  return new Duration(whole + 0 || 0, rest || 0);
}

/** Truncates to microseconds, the precision of stored fields. */
export function inMicroseconds<T extends Timestamp | Duration>(value: T): T;
export function inMicroseconds(value: Timestamp | Duration): Timestamp | Duration {
  const rest = value.nanos % 1000;
  if (rest === 0) return value;
  const nanos = value.nanos - rest;
  return value instanceof Timestamp ? new Timestamp(value.seconds, nanos) : new Duration(value.seconds, nanos);
}

export const timestampFromMilliseconds = (milliseconds: number): Timestamp => {
  const seconds = Math.floor(milliseconds / 1000);
  return new Timestamp(seconds, Math.round((milliseconds - seconds * 1000) * 1e6));
};

export const timestampToMilliseconds = (moment: Timestamp): number => moment.seconds * 1000 + Math.floor(moment.nanos / 1e6);

/** The date in a zone at a moment; undefined for an unknown zone. */
export function dateIn(zone: string, moment: Timestamp): PlainDate | undefined {
  const offset = offsetAt(zone, moment.seconds);
  return offset === undefined ? undefined : new PlainDate(Math.floor((moment.seconds + offset) / 86400));
}

/**
 * The moment at which clocks in a zone show a date and time of day; undefined for an unknown zone
 * or outside the years 1 to 9999.
 */
export function momentIn(zone: string, date: PlainDate, time: PlainTime): Timestamp | undefined {
  const seconds = momentOf(zone, date.days * 86400 + time.seconds);
  return seconds === undefined ? undefined : timestamp(seconds, 0);
}

/** Formats a date as `2026-01-05`. */
export function formatDate(date: PlainDate): string {
  const { year, month, day } = dayFrom(date.days);
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** Formats a time as `09:30`, or `09:30:15` if it has seconds. */
export function formatTime(time: PlainTime): string {
  const seconds = time.seconds % 60;
  const text = `${two(Math.floor(time.seconds / 3600))}:${two(Math.floor(time.seconds / 60) % 60)}`;
  return seconds === 0 ? text : `${text}:${two(seconds)}`;
}

/**
 * Formats a moment as RFC 3339 in UTC, with at least `digits` fractional digits and more if needed.
 */
export function formatTimestamp(moment: Timestamp, digits: 0 | 3 = 0): string {
  // Fast path: JavaScript's own format is identical in this range.
  if (digits === 3 && moment.nanos % 1e6 === 0 && moment.seconds >= firstSecond && moment.seconds <= lastSecond)
    return new Date(moment.seconds * 1000 + moment.nanos / 1e6).toISOString();
  const days = Math.floor(moment.seconds / 86400);
  const rest = moment.seconds - days * 86400;
  const clock = `${two(Math.floor(rest / 3600))}:${two(Math.floor(rest / 60) % 60)}:${two(rest % 60)}`;
  return `${formatDate(new PlainDate(days))}T${clock}${fraction(moment.nanos, digits)}Z`;
}

function fraction(nanos: number, digits: number): string {
  const all = String(Math.abs(nanos)).padStart(9, '0');
  const needed = all.replace(/0+$/, '').length;
  const shown = Math.max(digits, needed === 0 ? 0 : Math.ceil(needed / 3) * 3);
  return shown === 0 ? '' : `.${all.slice(0, shown)}`;
}

/** Formats a duration as in CEL and protobuf JSON: `3600s`, `-1.5s`. */
export function formatSeconds(length: Duration): string {
  const sign = length.seconds < 0 || length.nanos < 0 ? '-' : '';
  const digits = fraction(length.nanos, 0).replace(/0+$/, '');
  return `${sign}${Math.abs(length.seconds)}${digits}s`;
}

/** Formats a duration as ISO 8601: `P14D`, `PT1H30M`, `-PT0.5S`; a day is 24 hours. */
export function formatDuration(length: Duration): string {
  const sign = length.seconds < 0 || length.nanos < 0 ? '-' : '';
  const all = Math.abs(length.seconds);
  const [days, hours, minutes, seconds] = [Math.floor(all / 86400), Math.floor(all / 3600) % 24, Math.floor(all / 60) % 60, all % 60];
  const digits = fraction(length.nanos, 0).replace(/0+$/, '');
  const date = days > 0 ? `${days}D` : '';
  const clock = `${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${seconds > 0 || digits !== '' ? `${seconds}${digits}S` : ''}`;
  if (date === '' && clock === '') return 'PT0S';
  return `${sign}P${date}${clock === '' ? '' : `T${clock}`}`;
}

/** Parses `2026-01-05`; undefined for a date that does not exist. */
export function parseDate(text: string): PlainDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return undefined;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return new PlainDate(daysFrom({ year, month, day }));
}

/** Parses `09:30` or `09:30:15`; undefined for anything else. */
export function parseTime(text: string): PlainTime | undefined {
  const match = /^(\d{2}):(\d{2})(?::(\d{2})(?:\.0+)?)?$/.exec(text);
  if (match === null) return undefined;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  return hours > 23 || minutes > 59 || seconds > 59 ? undefined : new PlainTime(hours * 3600 + minutes * 60 + seconds);
}

/**
 * Parses RFC 3339: `2026-01-05T09:30:00.5Z`, `2026-01-05T09:30:00+01:00`. If `zone` is given,
 * seconds are optional, a space may replace the T, and a time without an offset (or a date alone)
 * is in that zone. Undefined for anything else.
 */
export function parseTimestamp(text: string, zone?: string): Timestamp | undefined {
  const match = /^(\d{4}-\d{2}-\d{2})(?:([Tt ])(\d{2}:\d{2})(:\d{2})?(?:\.(\d{1,9}))?([Zz]|[+-]\d{2}:\d{2})?)?$/.exec(text);
  if (match === null) return undefined;
  const [, day = '', separator, clock, seconds, digits, offset] = match;
  if (zone === undefined && (clock === undefined || seconds === undefined || offset === undefined || separator === ' ')) return undefined;
  if (digits !== undefined && seconds === undefined) return undefined;
  const date = parseDate(day);
  const time = parseTime(`${clock ?? '00:00'}${seconds ?? ''}`);
  if (date === undefined || time === undefined) return undefined;
  const nanos = Number((digits ?? '').padEnd(9, '0'));
  const local = date.days * 86400 + time.seconds;
  if (offset === undefined) {
    const moment = momentOf(zone ?? 'UTC', local);
    return moment === undefined ? undefined : timestamp(moment, nanos);
  }
  const east = /^[zZ]$/.test(offset) ? 0 : offsetAt(offset, 0);
  return east === undefined ? undefined : timestamp(local - east, nanos);
}

const unitNanos: Record<string, number> = { h: 3600e9, m: 60e9, s: 1e9, ms: 1e6, us: 1e3, µs: 1e3, ns: 1 };

/** Parses a duration in CEL's form: `3600s`, `1h30m`, `-1.5s`, `250ms`. */
export function parseSeconds(text: string): Duration | undefined {
  const match = /^([+-]?)((?:\d+(?:\.\d*)?|\.\d+)(?:h|ms|m|s|us|µs|ns))+$/.exec(text);
  if (match === null) return text === '0' ? new Duration(0, 0) : undefined;
  return total(
    match[1] === '-',
    [...text.matchAll(/(\d*)(?:\.(\d*))?(h|ms|m|s|us|µs|ns)/g)].map((part) => [part[1], part[2], unitNanos[part[3] ?? 's'] ?? 1e9]),
  );
}

/**
 * Parses an ISO 8601 duration: `P14D`, `P2W`, `PT1H30M`, `PT0.5S`. Months and years are refused,
 * because their length varies.
 */
export function parseIsoDuration(text: string): Duration | undefined {
  const match = /^([+-]?)P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,9}))?S)?)?$/.exec(text);
  if (match === null || /P$|T$/.test(text)) return undefined;
  const [, sign, weeks, days, hours, minutes, seconds, digits] = match;
  return total(sign === '-', [
    [weeks, undefined, 604800e9],
    [days, undefined, 86400e9],
    [hours, undefined, 3600e9],
    [minutes, undefined, 60e9],
    [seconds, digits, 1e9],
  ]);
}

/** Adds up the parts exactly, in whole nanoseconds. */
function total(negative: boolean, parts: readonly (readonly [string | undefined, string | undefined, number])[]): Duration | undefined {
  let nanos = 0n;
  for (const [whole, digits, unit] of parts) {
    if ((whole ?? '').length > 20) return undefined;
    nanos += BigInt(whole || '0') * BigInt(unit);
    if (digits) nanos += (BigInt(digits.slice(0, 20)) * BigInt(unit)) / 10n ** BigInt(Math.min(digits.length, 20));
  }
  if (negative) nanos = -nanos;
  const seconds = nanos / 1000000000n;
  return seconds > BigInt(longest) || seconds < -BigInt(longest) ? undefined : duration(Number(seconds), Number(nanos % 1000000000n));
}

/** Parses a duration in either form. */
export const parseDuration = (text: string): Duration | undefined => (/P/.test(text) ? parseIsoDuration(text) : parseSeconds(text));
