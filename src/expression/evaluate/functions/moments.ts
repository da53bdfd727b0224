import { dayFrom, dayOfWeek, daysFrom } from '../../values/calendar.ts';
import { isNumeric } from '../../values/compare.ts';
import { Decimal } from '../../values/decimal.ts';
import { duration, momentIn } from '../../values/time.ts';
import { offsetAt } from '../../values/time-zone.ts';
import { Duration, PlainDate, PlainTime, Timestamp, type Value } from '../../values/value.ts';
import type { Scope } from '../scope.ts';
import { type Implementation, wrong } from './implementation.ts';

/** What clocks show, in the zone that is named or in TIME_ZONE: seconds as if it were UTC. */
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

/** Of a moment or a time of day: what the clock shows; of a duration: all of it in that unit. */
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
  // CEL: of a duration too, only the part below a second.
  return value instanceof Timestamp || value instanceof Duration ? Math.trunc(value.nanos / 1e6) + 0 : undefined;
};

/** `days(3)` is a duration, `days(d)` how many whole days a duration has. */
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
  datetime: ([date, time], scope) =>
    date instanceof PlainDate && time instanceof PlainTime
      ? (momentIn(scope.evaluationContext.timeZone, date, time) ?? wrong('this moment lies outside the years 1 to 9999'))
      : undefined,
};
