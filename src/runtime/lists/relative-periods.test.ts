import { expect, it } from 'vitest';
import { englishWords } from '../languages/en.ts';
import { relativePeriods, timeText } from './relative-periods.ts';

const said = (today: string, locale: string) =>
  relativePeriods(today, locale).map((time) => `${timeText(time, locale, englishWords.parts.lists.lastDays)}: ${time.from} ${time.to}`);

it('have texts in the language, and weeks that start on its first weekday', () => {
  expect(said('2026-01-07', 'en-GB')).toEqual([
    'Today: 2026-01-07 2026-01-07',
    'Yesterday: 2026-01-06 2026-01-06',
    'Tomorrow: 2026-01-08 2026-01-08',
    'Last 7 days: 2026-01-01 2026-01-07',
    'Last 30 days: 2025-12-09 2026-01-07',
    'This week: 2026-01-05 2026-01-11',
    'Next week: 2026-01-12 2026-01-18',
    'This month: 2026-01-01 2026-01-31',
    'Last month: 2025-12-01 2025-12-31',
  ]);
  expect(said('2026-01-04', 'en-US')[5]).toBe('This week: 2026-01-04 2026-01-10');
  expect([said('2026-03-01', 'de')[0], said('2026-03-01', 'de')[5]]).toEqual([
    'Heute: 2026-03-01 2026-03-01',
    'Diese Woche: 2026-02-23 2026-03-01',
  ]);
  expect(said('2024-02-10', 'fr')[7]).toBe('Ce mois-ci: 2024-02-01 2024-02-29');
});
