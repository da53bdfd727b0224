import { clockAt } from '../../time-zone.ts';

/** Days as `2026-01-31`, calculated in UTC so that no time zone shifts them. */
const day = 86_400_000;

const iso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * The weeks of a month (`2026-01`), with seven days each. `begin`: the first weekday, 1 (Monday) to
 * 7.
 */
export function weeksOf(month: string, begin = 1): string[][] {
  const first = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1, 1);
  const last = Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0);
  const back = (new Date(first).getUTCDay() + 7 - (begin % 7)) % 7;
  const weeks: string[][] = [];
  for (let week = first - back * day; week <= last; week += 7 * day) {
    weeks.push(Array.from({ length: 7 }, (_, index) => iso(week + index * day)));
  }
  return weeks;
}

/** The first weekday of a language, 1 (Monday) to 7; Monday if the browser does not know. */
export function weekBegin(locale: string): number {
  // A method in some browsers and a property in others (ECMA-402, Intl Locale Info).
  const known = new Intl.Locale(locale) as { getWeekInfo?(): { firstDay: number }; weekInfo?: { firstDay: number } };
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1;
}

/** The day `by` days later, or earlier if negative. */
export function dayAfter(of: string, by: number): string {
  const time = Date.parse(`${of}T00:00:00Z`) + by * day;
  return Number.isNaN(time) ? of : iso(time);
}

/** The month `by` months later, or earlier if negative. */
export function monthAfter(month: string, by: number): string {
  const time = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + by, 1));
  return time.toISOString().slice(0, 7);
}

/** The day of a date, or of a moment in the zone. */
export const dayOf = (value: string, zone: string): string =>
  value.length === 10 ? value : (clockAt(value, zone)?.toISOString() ?? value).slice(0, 10);

/** The day in a time zone at a time in milliseconds. */
export const dayAt = (time: number, zone: string): string => dayOf(new Date(time).toISOString(), zone);

/** The days from one to another, both included; at most 366. */
export function daysBetween(from: string, to: string): string[] {
  const start = Date.parse(`${from}T00:00:00Z`);
  const end = Date.parse(`${to}T00:00:00Z`);
  const days: string[] = [];
  for (let time = start; time <= end && days.length < 366; time += day) days.push(iso(time));
  return days.length === 0 ? [from] : days;
}
