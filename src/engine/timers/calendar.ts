import { dayFrom, dayOfWeek, daysFrom, daysInMonth } from '../../expression/values/calendar.ts';
import { dateIn, momentIn, timestampFromMilliseconds, timestampToMilliseconds } from '../../expression/values/time.ts';
import { PlainDate, type PlainTime } from '../../expression/values/value.ts';
import type { Rhythm } from '../../model/ast/states.ts';

/** The days and the time of day of a calendar event, in the product's time zone. */
export interface CalendarRule {
  readonly rhythm: Rhythm;
  /** For `every month`: 1 to 31; in a shorter month, its last day. */
  readonly dayOfMonth: number;
  readonly at: PlainTime;
  readonly zone: string;
}

const weekdays: Readonly<Record<string, number>> = { sunday: 0, monday: 1, tuesday: 2, wednesday: 3, thursday: 4, friday: 5, saturday: 6 };

/** More days than between two events of any rhythm. */
const mostDays = 62;

function isOn({ rhythm, dayOfMonth }: CalendarRule, days: number): boolean {
  if (rhythm === 'day') return true;
  if (rhythm === 'month') {
    const { year, month, day } = dayFrom(days);
    return day === Math.min(dayOfMonth, daysInMonth(year, month));
  }
  const weekday = dayOfWeek(days);
  return rhythm === 'weekday' ? weekday !== 0 && weekday !== 6 : weekday === weekdays[rhythm];
}

function momentOn(rule: CalendarRule, days: number): number | null {
  const moment = isOn(rule, days) ? momentIn(rule.zone, new PlainDate(days), rule.at) : undefined;
  return moment === undefined ? null : timestampToMilliseconds(moment);
}

const today = ({ zone }: CalendarRule, milliseconds: number): number =>
  dateIn(zone, timestampFromMilliseconds(milliseconds))?.days ?? daysFrom({ year: 1970, month: 1, day: 1 });

/**
 * When the event is due after `since`: its last moment up to `now`, so several missed events count
 * once; else its next moment. Milliseconds since the epoch; null: never.
 */
export function dueMoment(rule: CalendarRule, since: number, now: number): number | null {
  const last = today(rule, now) + 1;
  for (let days = last; days > last - mostDays; days--) {
    const moment = momentOn(rule, days);
    if (moment !== null && moment <= now) {
      if (moment > since) return moment;
      break;
    }
  }
  const from = Math.max(now, since);
  const first = today(rule, from) - 1;
  for (let days = first; days < first + mostDays; days++) {
    const moment = momentOn(rule, days);
    if (moment !== null && moment > from) return moment;
  }
  return null;
}
