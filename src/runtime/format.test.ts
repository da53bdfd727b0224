import { describe, expect, it } from 'vitest';
import {
  durationSeconds,
  formatClock,
  formatDate,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatNumber,
  formatPercent,
  formatRelative,
  formatSince,
  formatTime,
  fromLocalInput,
  plainLine,
  toLocalInput,
} from './format.ts';
import { browserZone, zoneOf } from './time-zone.ts';

describe('numbers', () => {
  it('are exact at any size', () => {
    expect(formatNumber('12345678901234567890.10', 'en')).toBe('12,345,678,901,234,567,890.10');
    expect(formatNumber('0.1', 'de')).toBe('0,1');
    expect(formatNumber('nonsense', 'en')).toBe('nonsense');
  });

  it('format shares exactly as percentages', () => {
    expect(formatPercent('0.125', 'en')).toBe('12.5%');
    expect(formatPercent('0.07250000000000000001', 'en')).toBe('7.250000000000000001%');
    expect(formatPercent('nonsense', 'en')).toBe('nonsense');
  });

  it('have their currency if there is one', () => {
    expect(formatMoney('1234.5', 'EUR', 'en')).toBe('€1,234.50');
    expect(formatMoney('1234.5', null, 'en')).toBe('1,234.50');
    expect(formatMoney('1', 'euro', 'en')).toBe('1.00');
    expect(formatMoney('9000.00 USD', 'EUR', 'en')).toBe('$9,000.00');
    expect(formatMoney('9000.00 XXX', 'EUR', 'en')).toBe('9,000.00');
  });
});

describe('durations', () => {
  it('are read from ISO 8601', () => {
    expect(durationSeconds('PT4H')).toBe(14_400);
    expect(durationSeconds('P3DT2H')).toBe(266_400);
    expect(durationSeconds('-PT5M')).toBe(-300);
    expect(durationSeconds('P')).toBeNull();
    expect(durationSeconds('4 hours')).toBeNull();
  });

  it('show their two largest units', () => {
    expect(formatDuration('P14D', 'en')).toBe('14 days');
    expect(formatDuration('PT93784S', 'en')).toBe('1 day 2 hours');
    expect(formatDuration('PT0S', 'en')).toBe('0 seconds');
    expect(formatDuration('soon', 'en')).toBe('soon');
  });
});

describe('times', () => {
  const now = Date.UTC(2026, 0, 5, 12);
  const at = (seconds: number): string => new Date(now + seconds * 1000).toISOString();

  it('show how long ago they were in their largest unit', () => {
    expect(formatSince(at(-5), now, 'en')).toBe('1 minute');
    expect(formatSince(at(-2.5 * 3600), now, 'en')).toBe('2 hours');
    expect(formatSince(at(-12 * 86_400), now, 'de')).toBe('12 Tage');
  });

  it('are relative within a week and dates beyond it', () => {
    expect(formatRelative(at(-10), now, 'en', 'UTC')).toBe('now');
    expect(formatRelative(at(-120), now, 'en', 'UTC')).toBe('2 minutes ago');
    expect(formatRelative(at(3 * 3600), now, 'en', 'UTC')).toBe('in 3 hours');
    expect(formatRelative(at(86_400), now, 'en', 'UTC')).toBe('tomorrow');
    // The night decides, in the reader's zone: these are 34 hours.
    const [friday, sunday] = [Date.UTC(2026, 10, 27, 23), '2026-11-29T09:00:00Z'];
    expect(formatRelative(sunday, friday, 'en', 'UTC')).toBe('in 2 days');
    expect(formatRelative(sunday, friday, 'en', 'Asia/Tokyo')).toBe('tomorrow');
    expect(formatRelative('2026-11-26T01:00:00Z', friday, 'en', 'UTC')).toBe('yesterday');
    expect(formatRelative(at(20 * 86_400), now, 'en', 'UTC')).toBe('Jan 25');
    expect(formatRelative(at(-40 * 86_400), now, 'en', 'UTC')).toContain('2025');
  });

  it('are shown in the reader’s time zone', () => {
    expect(formatDateTime('2026-01-05T20:30:00Z', 'en-GB', 'Asia/Tokyo')).toBe('6 Jan 2026, 05:30');
    expect(formatClock('2026-01-05T20:30:00Z', 'en-GB', 'Asia/Tokyo')).toBe('05:30');
    expect(formatRelative('2025-12-31T20:30:00Z', Date.UTC(2026, 1, 5), 'en', 'Asia/Tokyo')).toBe('Jan 1');
    expect(zoneOf('Asia/Tokyo')).toBe('Asia/Tokyo');
    expect(zoneOf('Mars/Base')).toBe(browserZone());
  });

  it('do not shift a date that has no time', () => {
    expect(formatDate('2026-01-31', 'en')).toBe('Jan 31, 2026');
    expect(formatTime('09:30:00', 'en-GB')).toBe('09:30');
  });

  it('survive a round trip through the browser’s input', () => {
    const moment = '2026-03-29T08:15:00.000Z';
    for (const zone of ['UTC', 'Europe/Madrid', 'America/St_Johns', 'Asia/Kathmandu', browserZone()])
      expect(fromLocalInput(toLocalInput(moment, zone), zone)).toBe(moment);
    expect(toLocalInput(moment, 'Asia/Kathmandu')).toBe('2026-03-29T14:00');
    expect(fromLocalInput('', 'UTC')).toBeNull();
    expect(fromLocalInput('soon', 'UTC')).toBeNull();
    expect(toLocalInput('x', 'UTC')).toBe('');
  });
});

it('a line of Markdown loses its markup', () => {
  expect(plainLine('# Title\n\nIt **hums** at [night](https://x.y), `loud`.\n- one')).toBe('Title It hums at night, loud. one');
  expect(plainLine('a * b * c and snake_case_name')).toBe('a * b * c and snake_case_name');
});
