import { expect, it } from 'vitest';
import { timesAround } from './times-around.ts';

const said = (today: string, locale: string) => timesAround(today, locale).map(({ label, from, to }) => `${label}: ${from} ${to}`);

it('are said in the language, and begin where its week begins', () => {
  expect(said('2026-01-07', 'en-GB')).toEqual([
    'Today: 2026-01-07 2026-01-07',
    'This week: 2026-01-05 2026-01-11',
    'Next week: 2026-01-12 2026-01-18',
    'This month: 2026-01-01 2026-01-31',
    'Last month: 2025-12-01 2025-12-31',
  ]);
  expect(said('2026-01-04', 'en-US')[1]).toBe('This week: 2026-01-04 2026-01-10');
  expect(said('2026-03-01', 'de').slice(0, 2)).toEqual(['Heute: 2026-03-01 2026-03-01', 'Diese Woche: 2026-02-23 2026-03-01']);
  expect(said('2024-02-10', 'fr')[3]).toBe('Ce mois-ci: 2024-02-01 2024-02-29');
});
