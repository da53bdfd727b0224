import { expect, it } from 'vitest';
import { dayAt, dayOf, daysBetween, monthAfter, weekBegin, weeksOf } from './calendar-days.ts';

it('a month has whole weeks from Monday', () => {
  const weeks = weeksOf('2026-02');
  expect(weeks[0]).toEqual(['2026-01-26', '2026-01-27', '2026-01-28', '2026-01-29', '2026-01-30', '2026-01-31', '2026-02-01']);
  expect(weeks.at(-1)?.at(-1)).toBe('2026-03-01');
  expect(weeks.every((week) => week.length === 7)).toBe(true);
});

it('a week starts on the first weekday of the language', () => {
  expect(weeksOf('2026-02', 7)[0]?.[0]).toBe('2026-02-01');
  expect(weeksOf('2026-02', 6)[0]?.[0]).toBe('2026-01-31');
  expect([weekBegin('de'), weekBegin('en-US'), weekBegin('ar-EG')]).toEqual([1, 7, 6]);
});

it('months continue across the end of a year', () => {
  expect(monthAfter('2026-12', 1)).toBe('2027-01');
  expect(monthAfter('2026-01', -1)).toBe('2025-12');
});

it('counts days between two, both included, up to a limit', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02']);
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual(['2026-03-02']);
  expect(daysBetween('2026-01-01', '9999-01-01')).toHaveLength(366);
  expect(dayOf('2026-01-31', 'Asia/Tokyo')).toBe('2026-01-31');
  expect(dayOf('2026-01-31T20:00:00Z', 'Asia/Tokyo')).toBe('2026-02-01');
});

it('a time falls on the day of the zone’s clocks', () => {
  const time = Date.parse('2026-01-31T20:00:00Z');
  expect([dayAt(time, 'Asia/Tokyo'), dayAt(time, 'America/New_York')]).toEqual(['2026-02-01', '2026-01-31']);
});
