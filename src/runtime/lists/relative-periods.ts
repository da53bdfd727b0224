import { dayAfter, monthAfter, weekBegin } from '../parts/calendar/calendar-days.ts';

export interface RelativePeriod {
  /** As in the address: `this-week`. */
  readonly name: string;
  /** The offset from today's unit, or the number of days up to today. */
  readonly length: { readonly by: number; readonly unit: 'day' | 'week' | 'month' } | { readonly days: number };
  /** First and last day, both included. */
  readonly from: string;
  readonly to: string;
}

/** Common periods around a day; weeks start on the locale's first weekday. */
export function relativePeriods(today: string, locale: string): readonly RelativePeriod[] {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const monday = dayAfter(today, -((weekday + 7 - (weekBegin(locale) % 7)) % 7));
  const day = (name: string, by: number): RelativePeriod => {
    const on = dayAfter(today, by);
    return { name, length: { by, unit: 'day' }, from: on, to: on };
  };
  const week = (name: string, by: number): RelativePeriod => {
    const from = dayAfter(monday, 7 * by);
    return { name, length: { by, unit: 'week' }, from, to: dayAfter(from, 6) };
  };
  const month = (name: string, by: number): RelativePeriod => {
    const from = `${monthAfter(today.slice(0, 7), by)}-01`;
    return { name, length: { by, unit: 'month' }, from, to: dayAfter(`${monthAfter(from.slice(0, 7), 1)}-01`, -1) };
  };
  const last = (days: number): RelativePeriod => ({
    name: `last-${days}-days`,
    length: { days },
    from: dayAfter(today, 1 - days),
    to: today,
  });
  return [
    day('today', 0),
    day('yesterday', -1),
    day('tomorrow', 1),
    last(7),
    last(30),
    week('this-week', 0),
    week('next-week', 1),
    month('this-month', 0),
    month('last-month', -1),
  ];
}

/** The period's name in the language: `This week`, `Last 7 days`. */
export function timeText({ length }: RelativePeriod, locale: string, lastDays: (count: number) => string): string {
  if ('days' in length) return lastDays(length.days);
  const text = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(length.by, length.unit);
  return text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
}
