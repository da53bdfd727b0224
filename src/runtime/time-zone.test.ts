import { afterEach, expect, test, vi } from 'vitest';
import { browserZone, clockAt, momentAt, zoneOf } from './time-zone.ts';

afterEach(() => vi.restoreAllMocks());

test('a person’s zone is that of their record, by its usual name', () => {
  expect(zoneOf('Europe/Amsterdam')).toBe('Europe/Amsterdam');
  expect(zoneOf('europe/amsterdam')).toBe('Europe/Amsterdam');
});

test('without a zone, or with an unknown one, it is the browser’s', () => {
  const here = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Asia/Tokyo' };
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(here);
  expect(browserZone()).toBe('Asia/Tokyo');
  expect(zoneOf(null)).toBe('Asia/Tokyo');
  expect(zoneOf('Europe/Atlantis')).toBe('Asia/Tokyo');
  expect(zoneOf('')).toBe('Asia/Tokyo');
});

test('other errors are rethrown', () => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(() => {
    throw new TypeError('broken');
  });
  expect(() => zoneOf('Europe/Amsterdam')).toThrow('broken');
});

test('converts a moment to the local time of a zone, in UTC fields', () => {
  expect(clockAt('2026-07-05T09:00:00.250Z', 'Europe/Amsterdam')?.toISOString()).toBe('2026-07-05T11:00:00.250Z');
  expect(clockAt('2026-01-05T09:00:00Z', 'America/New_York')?.toISOString()).toBe('2026-01-05T04:00:00.000Z');
  expect(clockAt('no moment', 'Europe/Amsterdam')).toBeNull();
  expect(clockAt('2026-01-05T09:00:00Z', 'Europe/Atlantis')).toBeNull();
});

test('converts a zone’s local time to a moment, with milliseconds and before 1970', () => {
  const clock = (iso: string): Date => new Date(iso);
  expect(momentAt(clock('2026-07-05T11:00:00.250Z'), 'Europe/Amsterdam')).toBe('2026-07-05T09:00:00.250Z');
  expect(momentAt(clock('1969-12-31T23:59:59.999Z'), 'Asia/Tokyo')).toBe('1969-12-31T14:59:59.999Z');
  expect(momentAt(clock('nothing'), 'Europe/Amsterdam')).toBeNull();
  expect(momentAt(clock('2026-07-05T11:00:00Z'), 'Europe/Atlantis')).toBeNull();
});
