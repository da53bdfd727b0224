import { dayAfter, monthAfter, weekBegin } from '../parts/calendar-days.ts';

export interface TimeAround {
  /** As the language says it: `this week`. */
  readonly label: string;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
}

/**
 * Common days, weeks and months around a day, in the language's words and with its first day of the
 * week.
 */
export function timesAround(today: string, locale: string): readonly TimeAround[] {
  const say = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const called = (text: string): string => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  const monday = dayAfter(today, -((weekday + 7 - (weekBegin(locale) % 7)) % 7));
  const week = (by: number): TimeAround => {
    const from = dayAfter(monday, 7 * by);
    return { label: called(say.format(by, 'week')), from, to: dayAfter(from, 6) };
  };
  const month = (by: number): TimeAround => {
    const from = `${monthAfter(today.slice(0, 7), by)}-01`;
    return { label: called(say.format(by, 'month')), from, to: dayAfter(`${monthAfter(from.slice(0, 7), 1)}-01`, -1) };
  };
  const day = { label: called(say.format(0, 'day')), from: today, to: today };
  return [day, week(0), week(1), month(0), month(-1)];
}
