import { dayFrom, dayOfWeek, daysFrom, daysInMonth } from '../../values/calendar.ts';
import { isNumeric } from '../../values/compare.ts';
import { Decimal } from '../../values/decimal.ts';
import { duration, momentIn, parseTime } from '../../values/time.ts';
import { offsetAt } from '../../values/time-zone.ts';
import { Duration, PlainDate, PlainTime, Timestamp, type Value } from '../../values/value.ts';
import type { Scope } from '../scope.ts';
import { type Implementation, whole, wrong } from './implementation.ts';

/**
 * Local clock time in the named zone, or in TIME_ZONE, as seconds since 1970 as if in UTC.
 * Undefined if `zone` is not a text.
 */
function localSeconds(moment: Timestamp, zone: Value | undefined, scope: Scope): number | undefined {
  const name = zone === undefined ? scope.evaluationContext.timeZone : zone;
  if (typeof name !== 'string') return undefined;
  const offset = offsetAt(name, moment.seconds);
  return offset === undefined ? wrong(`the time zone “${name}” is not known`) : moment.seconds + offset;
}

const calendar =
  (part: (days: number) => number): Implementation =>
  ([value, zone], scope) => {
    if (value instanceof PlainDate) return part(value.days);
    if (!(value instanceof Timestamp)) return undefined;
    const local = localSeconds(value, zone, scope);
    return local === undefined ? undefined : part(Math.floor(local / 86400));
  };

/** For a moment or a time of day, the clock's reading; for a duration, its total in that unit. */
const clock =
  (unit: number, cycle: number): Implementation =>
  ([value, zone], scope) => {
    if (value instanceof PlainTime) return Math.floor(value.seconds / unit) % cycle;
    if (value instanceof Duration) return Math.trunc(value.seconds / unit) + 0;
    if (!(value instanceof Timestamp)) return undefined;
    const local = localSeconds(value, zone, scope);
    if (local === undefined) return undefined;
    const ofDay = local - Math.floor(local / 86400) * 86400;
    return Math.floor(ofDay / unit) % cycle;
  };

const getMilliseconds: Implementation = ([value]) => {
  if (value instanceof PlainTime) return 0;
  // CEL: only the fraction of a second, for a duration too.
  return value instanceof Timestamp || value instanceof Duration ? Math.trunc(value.nanos / 1e6) + 0 : undefined;
};

/** `days(3)` is a duration; `days(d)` is the number of whole days in a duration. */
const lengths =
  (seconds: number): Implementation =>
  ([value = null]) => {
    if (value instanceof Duration) return Math.trunc(value.seconds / seconds) + 0;
    if (typeof value === 'number') return duration(value * seconds, 0) ?? wrong('this is longer than a duration can be');
    if (!isNumeric(value)) return undefined;
    const nanos = BigInt(new Decimal(value).times(seconds).times(1e9).round(0, Decimal.roundDown).toFixed(0));
    if (nanos > 10n ** 21n || nanos < -(10n ** 21n)) return wrong('this is longer than a duration can be');
    return duration(Number(nanos / 1000000000n), Number(nanos % 1000000000n)) ?? wrong('this is longer than a duration can be');
  };

const dayOf = (moment: Timestamp, scope: Scope): number | undefined => {
  const local = localSeconds(moment, undefined, scope);
  return local === undefined ? undefined : Math.floor(local / 86400);
};

/**
 * The same day `count` months later, or the last day of that month. Undefined if the value is
 * neither a date nor a moment.
 */
export function addMonths(value: Value, count: number, scope: Scope): Value | undefined {
  if (value instanceof PlainDate) return new PlainDate(monthsLater(value.days, count));
  if (!(value instanceof Timestamp)) return undefined;
  const { timeZone } = scope.evaluationContext;
  const local = localSeconds(value, undefined, scope) ?? 0;
  const days = Math.floor(local / 86400);
  const moved = momentIn(timeZone, new PlainDate(monthsLater(days, count)), new PlainTime(local - days * 86400));
  return moved === undefined ? wrong('this moment lies outside the years 1 to 9999') : new Timestamp(moved.seconds, value.nanos);
}

function monthsLater(days: number, count: number): number {
  const { year, month, day } = dayFrom(days);
  const index = year * 12 + month - 1 + count;
  const moved = { year: Math.floor(index / 12), month: (((index % 12) + 12) % 12) + 1 };
  if (!(moved.year >= 1 && moved.year <= 9999)) return wrong('this day lies outside the years 1 to 9999');
  return daysFrom({ ...moved, day: Math.min(day, daysInMonth(moved.year, moved.month)) });
}

export const momentFunctions: Record<string, Implementation> = {
  getFullYear: calendar((days) => dayFrom(days).year),
  getMonth: calendar((days) => dayFrom(days).month - 1),
  getDate: calendar((days) => dayFrom(days).day),
  getDayOfMonth: calendar((days) => dayFrom(days).day - 1),
  getDayOfWeek: calendar(dayOfWeek),
  getDayOfYear: calendar((days) => days - daysFrom({ year: dayFrom(days).year, month: 1, day: 1 })),
  getHours: clock(3600, 24),
  getMinutes: clock(60, 60),
  getSeconds: clock(1, 60),
  getMilliseconds,
  days: lengths(86400),
  hours: lengths(3600),
  minutes: lengths(60),
  date: ([year, month, day]) => {
    const [y, m, d] = [whole(year), whole(month), whole(day)];
    if (y === undefined || m === undefined || d === undefined) return undefined;
    if (y < 1 || y > 9999 || m < 1 || m > 12 || d < 1 || d > daysInMonth(y, m)) return wrong(`there is no day ${y}-${m}-${d}`);
    return new PlainDate(daysFrom({ year: y, month: m, day: d }));
  },
  time: ([text]) => (typeof text === 'string' ? (parseTime(text) ?? wrong(`“${text}” is not a time of day, such as 08:00`)) : undefined),
  startOfMonth: ([date], scope) => {
    const days = date instanceof PlainDate ? date.days : date instanceof Timestamp ? dayOf(date, scope) : undefined;
    return days === undefined ? undefined : new PlainDate(daysFrom({ ...dayFrom(days), day: 1 }));
  },
  months: () => wrong('months(n) has no length of its own: write it after “+” or “-”, such as due + months(1)'),
  datetime: ([date, time], scope) =>
    date instanceof PlainDate && time instanceof PlainTime
      ? (momentIn(scope.evaluationContext.timeZone, date, time) ?? wrong('this moment lies outside the years 1 to 9999'))
      : undefined,
};
