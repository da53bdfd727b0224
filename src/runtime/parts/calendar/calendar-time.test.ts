import { describe, expect, it } from 'vitest';
import { rangeOfDays, readCalendarState, shiftPeriod, visibleDays, writeCalendarState } from './calendar-range.ts';
import { blocksOf, shiftMoment } from './calendar-time.ts';

const today = '2026-01-05';

describe('the state of a calendar', () => {
  it('is in the address, without defaults', () => {
    for (const state of [
      { view: 'month', at: today },
      { view: 'week', at: '2026-02-28' },
      { view: 'day', at: today },
    ] as const) {
      expect(readCalendarState(writeCalendarState('q=1', '2', state, today), '2', today)).toEqual(state);
    }
    expect(writeCalendarState('q=1&by.2=day&at.2=2026-01-09', '2', { view: 'month', at: today }, today)).toBe('q=1');
  });

  it('is the current month if the address is invalid', () => {
    for (const query of ['by.2=year&at.2=2026-02-30', 'at.2=soon', 'by.3=day']) {
      expect(readCalendarState(query, '2', today)).toEqual({ view: 'month', at: today });
    }
  });

  it('moves by its own period', () => {
    expect(shiftPeriod({ view: 'month', at: '2026-01-31' }, 1)).toBe('2026-02-01');
    expect(shiftPeriod({ view: 'week', at: '2026-01-05' }, -1)).toBe('2025-12-29');
    expect(shiftPeriod({ view: 'day', at: '2026-02-28' }, 1)).toBe('2026-03-01');
  });

  it('requests all visible days, with moments up to the end of the last', () => {
    const week = visibleDays({ view: 'week', at: '2026-01-07' }, 'de');
    expect(week).toEqual([['2026-01-05', '2026-01-06', '2026-01-07', '2026-01-08', '2026-01-09', '2026-01-10', '2026-01-11']]);
    expect(rangeOfDays(week, 'date', 'Europe/Madrid')).toEqual({ from: '2026-01-05', to: '2026-01-11' });
    expect(rangeOfDays([['2026-01-05']], 'datetime', 'Europe/Madrid')).toEqual({
      from: '2026-01-04T23:00:00.000Z',
      to: '2026-01-05T22:59:59.999Z',
    });
    expect(visibleDays({ view: 'month', at: '2026-02-14' }, 'de').flat()).toContain('2026-03-01');
  });
});

describe('moving', () => {
  it('keeps the local time, and keeps dates as dates', () => {
    // Madrid changes its clocks that night.
    expect(shiftMoment('2026-03-28T09:00:00Z', { days: 1, minutes: 15 }, 'Europe/Madrid')).toBe('2026-03-29T08:15:00.000Z');
    expect(shiftMoment('2026-02-28', { days: 7, minutes: 0 }, 'Europe/Madrid')).toBe('2026-03-07');
  });
});

describe('a day of a week', () => {
  const at = (hours: number, minutes = 0, day = 5): string => new Date(Date.UTC(2026, 0, day, hours - 9, minutes)).toISOString();
  const laid = (items: readonly { from: string; to: string | null }[]) =>
    blocksOf(items, today, 'Asia/Tokyo').map(({ from, to, lane, lanes }) => [from / 60, to / 60, lane, lanes]);

  it('lays overlapping entries side by side, and others at full width', () => {
    const items = [
      { from: at(9), to: at(11) },
      { from: at(10), to: at(12) },
      { from: at(11), to: at(12) },
      { from: at(13), to: null },
    ];
    expect(laid(items)).toEqual([
      [9, 11, 0, 2],
      [10, 12, 1, 2],
      [11, 12, 0, 2],
      [13, 13.5, 0, 1],
    ]);
  });

  it('cuts entries at midnight, and keeps the last minute visible', () => {
    expect(laid([{ from: at(22, 0, 4), to: at(3, 0, 6) }])).toEqual([[0, 24, 0, 1]]);
    expect(laid([{ from: at(23, 55), to: null }])).toEqual([[23.5, 24, 0, 1]]);
  });
});
