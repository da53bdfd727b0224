import { remember } from '../../base/remember.ts';
import { daysFrom } from './calendar.ts';

/** `+02:00`, `-0730`, `02:00`: seconds east of UTC; undefined for anything else. */
export function fixedOffset(zone: string): number | undefined {
  if (zone === 'UTC' || zone === 'Z' || zone === 'GMT' || zone === '') return 0;
  const match = /^([+-]?)(\d{2}):?(\d{2})$/.exec(zone);
  if (match === null) return undefined;
  const hours = Number(match[2]);
  const minutes = Number(match[3]);
  if (hours > 23 || minutes > 59) return undefined;
  return (match[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60);
}

/** Null for a name that is not known. Making a formatter costs 50 times using it. */
const formatterOf = remember((zone): Intl.DateTimeFormat | null => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      // Node 20 shows dates before 1582 in the Julian calendar where this is `iso8601`.
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

/** Seconds east of UTC at a moment (seconds since 1970); undefined for a zone that is not known. */
export const offsetAt = (zone: string, seconds: number): number | undefined => fixedOffset(zone) ?? namedOffset(`${seconds} ${zone}`);

/** Requests, and scenarios with their stopped clock, ask for the same moments again and again. */
const namedOffset = remember((key): number | undefined => {
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
 * The moment at which clocks in a zone show a local time (seconds as if it were UTC). A time that a
 * change of the clock leaves out is moved on by the gap; of one that occurs twice, the first is
 * meant.
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
