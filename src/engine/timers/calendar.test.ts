import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PlainTime } from '../../expression/values/value.ts';
import { rhythms } from '../../model/ast/states.ts';
import { type CalendarRule, dueMoment } from './calendar.ts';

const rule = (given: Partial<CalendarRule>): CalendarRule => ({
  rhythm: 'day',
  dayOfMonth: 1,
  at: new PlainTime(8 * 3600),
  zone: 'Europe/Madrid',
  ...given,
});
const moments = (given: CalendarRule, from: string, count: number): readonly string[] => {
  const found: string[] = [];
  for (let at = Date.parse(from); found.length < count; ) {
    at = dueMoment(given, at, at) ?? Number.NaN;
    found.push(new Date(at).toISOString().slice(0, 16));
  }
  return found;
};

test("every day follows the product's time zone, also across clock changes", () => {
  expect(moments(rule({}), '2026-03-27T12:00:00Z', 3)).toEqual(['2026-03-28T07:00', '2026-03-29T06:00', '2026-03-30T06:00']);
});

test('the 31st means the last day of shorter months; weekdays skip the weekend', () => {
  expect(moments(rule({ rhythm: 'month', dayOfMonth: 31, zone: 'UTC' }), '2026-01-15T00:00:00Z', 4)).toEqual([
    '2026-01-31T08:00',
    '2026-02-28T08:00',
    '2026-03-31T08:00',
    '2026-04-30T08:00',
  ]);
  expect(moments(rule({ rhythm: 'weekday', zone: 'UTC' }), '2026-01-08T12:00:00Z', 3).map((at) => at.slice(8, 10))).toEqual([
    '09',
    '12',
    '13',
  ]);
  expect(moments(rule({ rhythm: 'sunday', zone: 'UTC' }), '2026-01-08T12:00:00Z', 2).map((at) => at.slice(8, 10))).toEqual(['11', '18']);
});

test('missed events are due once, at the last of their moments', () => {
  const since = Date.parse('2026-01-05T09:00:00Z');
  const now = Date.parse('2026-01-20T10:00:00Z');
  expect(dueMoment(rule({ zone: 'UTC' }), since, now)).toBe(Date.parse('2026-01-20T08:00:00Z'));
  expect(dueMoment(rule({ zone: 'UTC' }), Date.parse('2026-01-20T08:00:00Z'), now)).toBe(Date.parse('2026-01-21T08:00:00Z'));
});

test('the due moment is after the last one, and at that moment it is still due', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Madrid', 'America/New_York', 'Asia/Kathmandu', 'Australia/Lord_Howe');
  fc.assert(
    fc.property(
      fc.constantFrom(...rhythms),
      fc.integer({ min: 1, max: 31 }),
      fc.integer({ min: 0, max: 86_399 }),
      zones,
      fc.integer({ min: 0, max: 4e9 }),
      fc.integer({ min: 0, max: 4e7 }),
      (rhythm, dayOfMonth, seconds, zone, start, length) => {
        const given = rule({ rhythm, dayOfMonth, zone, at: new PlainTime(seconds) });
        const since = start * 1000;
        const now = since + length * 1000;
        const at = dueMoment(given, since, now) ?? Number.NaN;
        expect(at).toBeGreaterThan(since);
        // The operation that triggers it runs at its moment and computes it again.
        expect(dueMoment(given, since, at)).toBe(at);
        if (at <= now) expect(dueMoment(given, at, now) ?? 0).toBeGreaterThan(now);
      },
    ),
    { numRuns: 300 },
  );
});
