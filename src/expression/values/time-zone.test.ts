import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixedOffset, momentOf, offsetAt } from './time-zone.ts';

const hour = 3600;
/** The time in UTC as seconds since 1970. */
const at = (iso: string): number => Date.parse(`${iso}Z`) / 1000;
const shown = (zone: string, seconds: number | undefined): string | null => {
  const offset = seconds === undefined ? undefined : offsetAt(zone, seconds);
  return seconds === undefined || offset === undefined ? null : new Date((seconds + offset) * 1000).toISOString().slice(0, 19);
};

describe('a fixed offset', () => {
  test.each([
    ['UTC', 0],
    ['Z', 0],
    ['GMT', 0],
    ['', 0],
    ['+02:00', 2 * hour],
    ['-0730', -7.5 * hour],
    ['02:00', 2 * hour],
    ['+23:59', 23 * hour + 59 * 60],
  ])('%s', (zone, seconds) => expect(fixedOffset(zone)).toBe(seconds));

  test.each(['+24:00', '+02:60', '2:00', '+2', 'Europe/Oslo', '+02:00 '])('“%s” is not a fixed offset', (zone) =>
    expect(fixedOffset(zone)).toBeUndefined(),
  );
});

test.each([
  ['Europe/Amsterdam', '2026-01-05T09:00:00', hour],
  ['Europe/Amsterdam', '2026-07-05T09:00:00', 2 * hour],
  // The last second before the clock changes, and the first one after.
  ['Europe/Amsterdam', '2026-03-29T00:59:59', hour],
  ['Europe/Amsterdam', '2026-03-29T01:00:00', 2 * hour],
  ['Asia/Kathmandu', '2026-01-05T09:00:00', 5.75 * hour],
  ['America/St_Johns', '2026-01-05T09:00:00', -3.5 * hour],
  // Local mean time, before time zones existed, has offsets with seconds.
  ['Europe/Amsterdam', '1800-01-01T00:00:00', 1050],
  ['Asia/Tokyo', '1500-06-01T00:00:00', 9 * hour + 18 * 60 + 59],
  ['Asia/Tokyo', '0001-01-01T00:00:00', 9 * hour + 18 * 60 + 59],
  ['-05:30', '2026-01-05T09:00:00', -5.5 * hour],
])('%s is at %s so many seconds east of UTC: %d', (zone, iso, seconds) => expect(offsetAt(zone, at(iso))).toBe(seconds));

test('a year before the year 1 has an offset', () => {
  expect(offsetAt('Asia/Tokyo', Date.UTC(-50, 0, 1) / 1000)).toBe(9 * hour + 18 * 60 + 59);
});

test('an unknown zone has neither offset nor moment', () => {
  expect(offsetAt('Europe/Atlantis', 0)).toBeUndefined();
  expect(momentOf('Europe/Atlantis', 0)).toBeUndefined();
});

test.each([
  ['in winter', 'Europe/Amsterdam', '2026-01-05T09:00:00', '2026-01-05T08:00:00'],
  ['in summer', 'Europe/Amsterdam', '2026-07-05T09:00:00', '2026-07-05T07:00:00'],
  ['that a change of the clock leaves out is moved on by the gap', 'Europe/Amsterdam', '2026-03-29T02:30:00', '2026-03-29T01:30:00'],
  ['that occurs twice means the first', 'Europe/Amsterdam', '2026-10-25T02:30:00', '2026-10-25T00:30:00'],
  ['that occurs twice means the first, in the west', 'America/New_York', '2026-11-01T01:30:00', '2026-11-01T05:30:00'],
  ['just after it', 'Europe/Amsterdam', '2026-10-25T03:00:00', '2026-10-25T02:00:00'],
  ['in a gap of half an hour', 'Australia/Lord_Howe', '2026-10-04T02:15:00', '2026-10-03T15:45:00'],
  ['on a day that was left out', 'Pacific/Apia', '2011-12-30T12:00:00', '2011-12-30T22:00:00'],
])('a local time %s', (_what, zone, local, utc) => {
  expect(momentOf(zone, at(local))).toBe(at(utc));
});

test('momentOf returns a moment that shows the local time, unless a clock change skips it', () => {
  const seconds = fc.integer({ min: at('1950-01-01T00:00:00'), max: at('2037-12-31T00:00:00') });
  const zones = fc.constantFrom('Europe/Amsterdam', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Africa/Cairo', '+05:45');
  fc.assert(
    fc.property(zones, seconds, (zone, moment) => {
      // Every time that a clock has shown must be shown again at the moment found for it.
      const local = moment + (offsetAt(zone, moment) ?? Number.NaN);
      const found = momentOf(zone, local);
      expect(shown(zone, found)).toBe(shown(zone, moment));
      expect(found).toBeLessThanOrEqual(moment);
    }),
  );
});
