import { memoize } from '../../base/memoize.ts';
import { daysFrom } from './calendar.ts';

/** Parses `+02:00`, `-0730` or `02:00` to seconds east of UTC; undefined for anything else. */
export function fixedOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'Z' || zone === 'GMT' || zone === '') return 0;
  const match = /^([+-]?)(\d{2}):?(\d{2})$/.exec(zone);
  if (match === null) return undefined;
  const hours = Number(match[2]);
  const minutes = Number(match[3]);
  if (hours > 23 || minutes > 59) return undefined;
  return (match[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/**
 * Null for an unknown zone. Cached, because creating a formatter costs 50 times more than using it.
 */
const formatterOf = memoize((zone): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      // With `iso8601`, Node 20 shows dates before 1582 in the Julian calendar.
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      era: 'short',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    return null;
  }
});

/**
 * The offset at a moment (seconds since 1970) in seconds east of UTC; undefined for an unknown
 * zone.
 */
export const offsetAt = (zone: string, seconds: number): number | undefined => fixedOffset(zone) ?? namedOffset(`${seconds} ${zone}`);

/** Cached, because requests, and scenarios with their stopped clock, repeat the same moments. */
const namedOffset = memoize((key): number | undefined => {
  const space = key.indexOf(' ');
  const seconds = Number(key.slice(0, space));
  const formatter = formatterOf(key.slice(space + 1));
  if (formatter === null) return undefined;
  const parts: Record<string, number> = {};
  let before = false;
  for (const part of formatter.formatToParts(seconds * 1000)) {
    if (part.type === 'era') before = part.value.startsWith('B');
    else parts[part.type] = Number(part.value);
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const days = daysFrom({ year: before ? 1 - year : year, month, day });
  return days * 86400 + hour * 3600 + minute * 60 + second - seconds;
});

/**
 * The moment at which clocks in a zone show a local time (seconds since 1970 as if in UTC). A time
 * skipped by a clock change moves forward by the gap; for one that occurs twice, returns the first.
 * Undefined for an unknown zone.
 */
export function momentOf(zone: string, local: number): number | undefined {
  const earlier = offsetAt(zone, local - 86400);
  const later = offsetAt(zone, local + 86400);
  if (earlier === undefined || later === undefined) return undefined;
  if (earlier === later) return local - earlier;
  for (const offset of [earlier, later]) {
    if (offsetAt(zone, local - offset) === offset) return local - offset;
  }
  return local - earlier;
}
