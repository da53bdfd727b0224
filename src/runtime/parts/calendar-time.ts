import { clockAt, momentAt } from '../time-zone.ts';
import { dayAfter, dayOf, monthAfter, weekBegin, weeksOf } from './calendar-days.ts';

export type CalendarView = 'month' | 'week' | 'day';
export const calendarViews: readonly CalendarView[] = ['month', 'week', 'day'];

/** The period of a calendar, as in the address: `by.2=week&at.2=2026-01-05`. */
export interface CalendarState {
  readonly view: CalendarView;
  /** The day that it is about: `2026-01-05`. */
  readonly at: string;
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/u.test(text) && dayAfter(text, 0) === text;

/** Nonsense in the address is a month with today in it. */
export function readCalendarState(query: string, id: string, today: string): CalendarState {
  const parameters = new URLSearchParams(query);
  const view = calendarViews.find((one) => one === parameters.get(`by.${id}`)) ?? 'month';
  const at = parameters.get(`at.${id}`) ?? '';
  return { view, at: isDay(at) ? at : today };
}

/** The query with this calendar's state in it; what goes without saying is left out. */
export function writeCalendarState(query: string, id: string, { view, at }: CalendarState, today: string): string {
  const parameters = new URLSearchParams(query);
  parameters.delete(`by.${id}`);
  parameters.delete(`at.${id}`);
  if (view !== 'month') parameters.set(`by.${id}`, view);
  if (at !== today) parameters.set(`at.${id}`, at);
  return parameters.toString();
}

/** The visible days in weeks; for a month including those that complete its first and last week. */
export function daysInSight({ view, at }: CalendarState, locale: string): readonly (readonly string[])[] {
  const begin = weekBegin(locale);
  if (view === 'month') return weeksOf(at.slice(0, 7), begin);
  if (view === 'day') return [[at]];
  const week = weeksOf(at.slice(0, 7), begin).find((days) => days.includes(at));
  return week === undefined ? [[at]] : [week];
}

/** The day to go to for the time before (-1) or after (1). */
export function stepped({ view, at }: CalendarState, by: number): string {
  if (view === 'day') return dayAfter(at, by);
  if (view === 'week') return dayAfter(at, 7 * by);
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

/** Minutes since midnight in the zone; 0 for a date. */
export function minuteOf(value: string, zone: string): number {
  const clock = value.length === 10 ? null : clockAt(value, zone);
  return clock === null ? 0 : clock.getUTCHours() * 60 + clock.getUTCMinutes();
}

const wholeDay = 24 * 60;

/** Moves by days and wall-clock minutes: across a daylight saving change ten o'clock stays ten. */
export function moved(value: string, { days, minutes }: { readonly days: number; readonly minutes: number }, zone: string): string {
  if (value.length === 10) return dayAfter(value, days);
  const clock = clockAt(value, zone);
  if (clock === null) return value;
  clock.setUTCMinutes(clock.getUTCMinutes() + days * wholeDay + minutes);
  return momentAt(clock, zone) ?? value;
}

/**
 * An entry on one day of a week: from and to in minutes since midnight, and its column among
 * overlapping ones.
 */
export interface Block<T> {
  readonly item: T;
  readonly from: number;
  readonly to: number;
  /** From 0. */
  readonly lane: number;
  readonly lanes: number;
}

/** No block is lower than this, in minutes: it must be seen and hit. */
const shortest = 30;

/** Lays out a day's entries, side by side where they overlap. Entries are cut at midnight. */
export function blocksOf<T extends { readonly from: string; readonly to: string | null }>(
  items: readonly T[],
  day: string,
  zone: string,
): Block<T>[] {
  const spans = items
    .map((item) => {
      const begins = dayOf(item.from, zone) < day ? 0 : minuteOf(item.from, zone);
      const ends = item.to === null ? begins : dayOf(item.to, zone) > day ? wholeDay : minuteOf(item.to, zone);
      const from = Math.min(begins, wholeDay - shortest);
      return { item, from, to: Math.min(wholeDay, Math.max(ends, from + shortest)) };
    })
    .sort((a, b) => a.from - b.from || b.to - a.to);
  const blocks: Block<T>[] = [];
  let group: { item: T; from: number; to: number; lane: number }[] = [];
  const close = (): void => {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1;
    blocks.push(...group.map((one) => ({ ...one, lanes })));
    group = [];
  };
  for (const span of spans) {
    if (group.length > 0 && group.every(({ to }) => to <= span.from)) close();
    const free = (lane: number): boolean => group.every((one) => one.lane !== lane || one.to <= span.from);
    let lane = 0;
    while (!free(lane)) lane++;
    group.push({ ...span, lane });
  }
  close();
  return blocks;
}

/** Pixels of an hour; the style sheet has the same. */
export const hour = 40;
/** What is dragged goes by quarters of an hour. */
export const step = 15;

/** How far something that was dragged so many pixels down has been moved, in minutes. */
export const minutesOfPixels = (pixels: number): number => Math.round((pixels / hour) * (60 / step)) * step;

/** Minutes of a day as they are typed: `09:30`. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
