import { describe, expect, it } from 'vitest';
import { withEnd } from './end-with-start.ts';

const ends = new Map([['starts', 'ends']]);

describe('the end that follows a chosen start', () => {
  it('is an hour later, and the same day for dates', () => {
    expect(withEnd(ends, { starts: '', ends: '' }, 'starts', '2026-01-31T23:30')).toEqual({
      starts: '2026-01-31T23:30',
      ends: '2026-02-01T00:30',
    });
    expect(withEnd(ends, {}, 'starts', '2026-01-31')).toEqual({ starts: '2026-01-31', ends: '2026-01-31' });
  });

  it('keeps its distance from the start', () => {
    const values = { starts: '2026-01-05T09:00', ends: '2026-01-05T11:30' };
    expect(withEnd(ends, values, 'starts', '2026-01-06T14:00')['ends']).toBe('2026-01-06T16:30');
    expect(withEnd(ends, { starts: '2026-01-05', ends: '2026-01-09' }, 'starts', '2026-01-30')['ends']).toBe('2026-02-03');
  });

  it('is an end chosen earlier, unless that is before the start', () => {
    const values = { starts: '', ends: '2026-01-05T12:00' };
    expect(withEnd(ends, values, 'starts', '2026-01-05T09:00')).toEqual({ starts: '2026-01-05T09:00' });
    expect(withEnd(ends, values, 'starts', '2026-01-05T13:00')['ends']).toBe('2026-01-05T14:00');
  });

  it('stays the same if the input is no start or the start is incomplete', () => {
    expect(withEnd(ends, {}, 'ends', '2026-01-05T09:00')).toEqual({ ends: '2026-01-05T09:00' });
    expect(withEnd(ends, { ends: '2026-01-05T12:00' }, 'starts', '')).toEqual({ starts: '' });
    expect(withEnd(ends, {}, 'starts', '12026-01-05')).toEqual({ starts: '12026-01-05' });
  });
});
