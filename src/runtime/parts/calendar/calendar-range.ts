import { momentAt } from '../../time-zone.ts';
import { dayAfter, monthAfter, weekBegin, weeksOf } from './calendar-days.ts';

/** `lanes`: a week with a row for each room, person or state that colours entries. */
export type CalendarView = 'month' | 'week' | 'day' | 'lanes';
const calendarViews: readonly CalendarView[] = ['month', 'week', 'day', 'lanes'];

/** The view and day of a calendar, as in the address: `by.2=week&at.2=2026-01-05`. */
export interface CalendarState {
  readonly view: CalendarView;
  /** A day within the period: `2026-01-05`. */
  readonly at: string;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/u.test(text) && dayAfter(text, 0) === text;

/** Reads a calendar's state; for an invalid address, the current month. */
export function readCalendarState(query: string, id: string, today: string): CalendarState {
  const parameters = new URLSearchParams(query);
  const view = calendarViews.find((one) => one === parameters.get(`by.${id}`)) ?? 'month';
  const at = parameters.get(`at.${id}`) ?? '';
  return { view, at: isDay(at) ? at : today };
}

/** The query with this calendar's state; defaults are left out. */
export function writeCalendarState(query: string, id: string, { view, at }: CalendarState, today: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete(`by.${id}`);
  parameters.delete(`at.${id}`);
  if (view !== 'month') parameters.set(`by.${id}`, view);
  if (at !== today) parameters.set(`at.${id}`, at);
  return parameters.toString();
}

/** The visible days by week; a month includes the days that complete its first and last week. */
export function visibleDays({ view, at }: CalendarState, locale: string): readonly (readonly string[])[] {
  const begin = weekBegin(locale);
  if (view === 'month') return weeksOf(at.slice(0, 7), begin);
  if (view === 'day') return [[at]];
  const week = weeksOf(at.slice(0, 7), begin).find((days) => days.includes(at));
  return week === undefined ? [[at]] : [week];
}

/** A day in the period `by` steps later, or earlier if negative. */
export function shiftPeriod({ view, at }: CalendarState, by: number): string {
  if (view === 'day') return dayAfter(at, by);
  if (view !== 'month') return dayAfter(at, 7 * by);
  return `${monthAfter(at.slice(0, 7), by)}-01`;
}

/**
 * The range to request: dates as they are, moments from the start of the first day to the end of
 * the last in the reader's time zone.
 */
export function rangeOfDays(
  weeks: readonly (readonly string[])[],
  type: string,
  zone: string,
): { readonly from: string; readonly to: string } {
  const days = weeks.flat();
  const [first = ''] = days;
  const last = days.at(-1) ?? first;
  if (type === 'date') return { from: first, to: last };
  return { from: beginOf(first, zone), to: new Date(Date.parse(beginOf(dayAfter(last, 1), zone)) - 1).toISOString() };
}

/** The moment of midnight in the zone. */
function beginOf(day: string, zone: string): string {
  const midnight = `${day}T00:00:00.000Z`;
  return momentAt(new Date(midnight), zone) ?? midnight;
}
