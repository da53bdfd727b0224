import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../testing/any-text.ts';
import type { Type } from '../types/type.ts';
import { assignValue } from './assign.ts';
import { dayFrom, daysFrom } from './calendar.ts';
import { compareText, equals } from './compare.ts';
import { Decimal } from './decimal.ts';
import { fromJson, Mistake, parseCell, toJson } from './json.ts';
import {
  formatDuration,
  formatSeconds,
  formatTimestamp,
  parseDate,
  parseDuration,
  parseTime,
  parseTimestamp,
  timestampFromMilliseconds,
} from './time.ts';
import { momentOf, offsetAt } from './time-zone.ts';
import { Duration, Money, PlainDate, PlainTime, Timestamp } from './value.ts';

const outcome = (value: unknown): unknown => (value instanceof Mistake ? `! ${value.message}` : toJson(value as never));

describe('fromJson', () => {
  it.each<readonly [unknown, Type, unknown]>([
    ['a', { kind: 'text' }, 'a'],
    [5, { kind: 'text' }, '! must be text'],
    [5, { kind: 'integer' }, 5],
    [5.5, { kind: 'integer' }, '! must be a whole number'],
    ['5', { kind: 'integer' }, '! must be a whole number'],
    ['9223372036854775807', { kind: 'integer' }, '9223372036854775807'],
    ['9223372036854775808', { kind: 'integer' }, '! must be a smaller number'],
    [1e300, { kind: 'integer' }, '! must be a smaller number'],
    [true, { kind: 'boolean' }, true],
    ['true', { kind: 'boolean' }, '! must be true or false'],
    [1, { kind: 'boolean' }, '! must be true or false'],
    [0.1, { kind: 'decimal' }, 0.1],
    ['0.1', { kind: 'decimal' }, 0.1],
    ['0.12345678901234567890', { kind: 'decimal' }, '0.1234567890123456789'],
    ['x', { kind: 'decimal' }, '! must be a number'],
    ...['3e1', '+3', '3.', '.5', ' 3', '1,5'].flatMap((text): [unknown, Type, unknown][] => [
      [text, { kind: 'decimal' }, '! must be a number'],
      [text, { kind: 'money', currency: 'EUR' }, '! must be an amount with at most two places'],
    ]),
    ['-12.50', { kind: 'money', currency: 'EUR' }, -12.5],
    [Number.NaN, { kind: 'decimal' }, '! must be a number'],
    [12.5, { kind: 'money', currency: 'EUR' }, 12.5],
    [12.345, { kind: 'money', currency: 'EUR' }, '! must be an amount with at most two places'],
    ['2026-02-29', { kind: 'date' }, '! must be a date such as 2026-01-05'],
    ['2028-02-29', { kind: 'date' }, '2028-02-29'],
    ['9:30', { kind: 'time' }, '! must be a time such as 09:30'],
    ['09:30:15', { kind: 'time' }, '09:30:15'],
    ['2026-01-05T09:30:00+01:00', { kind: 'datetime' }, '2026-01-05T08:30:00.000Z'],
    ['2026-01-05T09:30', { kind: 'datetime' }, '2026-01-05T09:30:00.000Z'],
    ['yesterday', { kind: 'datetime' }, '! must be a moment such as 2026-01-05T09:30:00Z'],
    ['PT1H30M', { kind: 'duration' }, 'PT1H30M'],
    ['3600s', { kind: 'duration' }, 'PT1H'],
    ['P1M', { kind: 'duration' }, '! must be a duration such as PT1H30M'],
    ['low', { kind: 'enum', values: ['low', 'high'] }, 'low'],
    ['huge', { kind: 'enum', values: ['low', 'high'] }, '! must be “low” or “high”'],
    [['a', 'b'], { kind: 'list', of: { kind: 'text' } }, ['a', 'b']],
    [['a', 5], { kind: 'list', of: { kind: 'text' } }, '! has at place 2 something that must be text'],
    ['a', { kind: 'list', of: { kind: 'text' } }, '! must be a list'],
    [null, { kind: 'text' }, null],
    [{ a: [1, 1.5, null, { b: 'x' }] }, { kind: 'json' }, { a: [1, 1.5, null, { b: 'x' }] }],
    ['abc', { kind: 'record', entity: 'Ticket' }, 'abc'],
    [5, { kind: 'record', entity: 'User' }, '! must be the id of an existing User'],
    ['AQID', { kind: 'bytes' }, 'AQID'],
    ['AQI', { kind: 'bytes' }, '! must be base64 text'],
  ])('%j as %j', (json, type, expected) => {
    expect(outcome(fromJson(json, type))).toEqual(expected);
  });

  it('reads times without an offset in the zone', () => {
    expect(outcome(fromJson('2026-07-05T09:30', { kind: 'datetime' }, 'Europe/Madrid'))).toBe('2026-07-05T07:30:00.000Z');
  });

  it('restores what toJson wrote', () => {
    expect(toJson(new Map([['__proto__', 1]]))).toEqual(Object.fromEntries([['__proto__', 1]]));
    fc.assert(
      fc.property(fc.integer({ min: -62135596800, max: 253402300799 }), fc.integer({ min: 0, max: 999999999 }), (seconds, nanos) => {
        const moment = new Timestamp(seconds, nanos);
        expect(equals(fromJson(toJson(moment), { kind: 'datetime' }) as Timestamp, moment)).toBe(true);
        const length = new Duration(seconds, seconds < 0 ? -nanos : nanos);
        expect(equals(parseDuration(formatDuration(length)) as Duration, length)).toBe(true);
        expect(equals(parseDuration(formatSeconds(length)) as Duration, length)).toBe(true);
      }),
    );
  });
});

describe('toJson', () => {
  it.each([
    [new Decimal('0.5'), 0.5],
    [new Decimal('0.10000000000000000001'), '0.10000000000000000001'],
    [9007199254740993n, '9007199254740993'],
    [new Money(new Decimal('12.30'), 'EUR'), 12.3],
    [new Timestamp(0, 5_000_000), '1970-01-01T00:00:00.005Z'],
    [new Timestamp(-1, 1), '1969-12-31T23:59:59.000000001Z'],
    [new PlainDate(-1), '1969-12-31'],
    [new PlainTime(34200), '09:30'],
    [new Duration(0, 0), 'PT0S'],
    [new Duration(-90, -500_000_000), '-PT1M30.5S'],
    [new Uint8Array([255, 0]), '/wA='],
  ])('case %#', (value, expected) => {
    expect(toJson(value)).toBe(expected);
  });
});

describe('parseCell', () => {
  it.each<readonly [string, Type, unknown]>([
    ['yes', { kind: 'boolean' }, true],
    ['no', { kind: 'boolean' }, false],
    ['maybe', { kind: 'boolean' }, '! must be yes or no'],
    ['10 000', { kind: 'integer' }, 10000],
    ['1.5', { kind: 'integer' }, '! must be a whole number'],
    ['12.50', { kind: 'money', currency: 'EUR' }, 12.5],
    ['a, b', { kind: 'list', of: { kind: 'text' } }, ['a', 'b']],
    ['', { kind: 'list', of: { kind: 'text' } }, []],
    ['{"a": 1}', { kind: 'json' }, { a: 1 }],
    ['{a', { kind: 'json' }, '! must be JSON'],
    ['Ana', { kind: 'record', entity: 'User' }, 'Ana'],
    ['2026-01-05', { kind: 'datetime' }, '2026-01-05T00:00:00.000Z'],
  ])('%s', (text, type, expected) => {
    expect(outcome(parseCell(text, type))).toEqual(expected);
  });
});

describe('assignValue', () => {
  it('converts plain numbers to decimals and money', () => {
    expect(assignValue(5, { kind: 'decimal' })).toEqual(new Decimal(5));
    expect(assignValue(5, { kind: 'money', currency: 'EUR' })).toEqual(new Money(new Decimal(5), 'EUR'));
    expect(outcome(assignValue(new Decimal('0.005'), { kind: 'money', currency: 'EUR' }))).toBe(
      '! must be an amount with at most two places',
    );
    expect(outcome(assignValue('x', { kind: 'integer' }))).toBe('! must be an integer');
    expect(outcome(assignValue('huge', { kind: 'enum', values: ['low'] }))).toBe('! must be “low”');
    expect(assignValue(null, { kind: 'text' })).toBeNull();
  });
});

describe('times', () => {
  it('counts days as JavaScript’s calendar does', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719162, max: 2932896 }), (days) => {
        const day = dayFrom(days);
        expect(daysFrom(day)).toBe(days);
        const date = new Date(days * 86400000);
        expect([date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]).toEqual([day.year, day.month, day.day]);
      }),
    );
    expect(formatTimestamp(timestampFromMilliseconds(-1))).toBe('1969-12-31T23:59:59.999Z');
    expect(formatTimestamp(new Timestamp(-62135596800, 0), 3)).toBe('0001-01-01T00:00:00.000Z');
    expect(formatTimestamp(new Timestamp(253402300799, 999_000_000), 3)).toBe('9999-12-31T23:59:59.999Z');
    expect(formatTimestamp(new Timestamp(-1, 7_000_000), 3)).toBe('1969-12-31T23:59:59.007Z');
    expect(formatTimestamp(new Timestamp(1, 7_001_000), 3)).toBe('1970-01-01T00:00:01.007001Z');
  });

  it('handles time zones and their clock changes', () => {
    const seconds = (text: string): number => parseTimestamp(text)?.seconds ?? Number.NaN;
    expect(offsetAt('Europe/Madrid', seconds('2026-01-01T00:00:00Z'))).toBe(3600);
    expect(offsetAt('Europe/Madrid', seconds('2026-07-01T00:00:00Z'))).toBe(7200);
    expect(offsetAt('Asia/Kolkata', 0)).toBe(19800);
    expect(offsetAt('-03:30', 0)).toBe(-12600);
    expect(offsetAt('Nowhere/Else', 0)).toBeUndefined();
    const local = (text: string): number => seconds(`${text}Z`);
    // 02:30 does not exist on the day the clocks go forward, so it moves to 03:30. When they go
    // back it occurs twice, and the first one is used.
    expect(momentOf('Europe/Madrid', local('2026-03-29T02:30:00'))).toBe(seconds('2026-03-29T01:30:00Z'));
    expect(momentOf('Europe/Madrid', local('2026-10-25T02:30:00'))).toBe(seconds('2026-10-25T00:30:00Z'));
    expect(momentOf('Europe/Madrid', local('2026-07-01T12:00:00'))).toBe(seconds('2026-07-01T10:00:00Z'));
  });

  it('refuses invalid days and times', () => {
    for (const text of ['2026-13-01', '2026-00-01', '2026-04-31', '0000-01-01', '26-01-01']) expect(parseDate(text), text).toBeUndefined();
    for (const text of ['24:00', '12:60', '12', '12:30:60']) expect(parseTime(text), text).toBeUndefined();
    for (const text of ['2026-01-05', '2026-01-05T09:30Z', '2026-01-05T09:30:00', '2026-01-05 09:30:00Z'])
      expect(parseTimestamp(text), text).toBeUndefined();
    for (const text of ['P', 'PT', 'P1Y', '1', 'h', '']) expect(parseDuration(text), text).toBeUndefined();
  });
});

describe('compareText', () => {
  it('orders by code point', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (a, b) => {
        const left = Array.from(a, (char) => char.codePointAt(0) ?? 0);
        const right = Array.from(b, (char) => char.codePointAt(0) ?? 0);
        const at = left.findIndex((code, index) => code !== right[index]);
        const expected = at < 0 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1);
        expect(compareText(a, b)).toBe(Math.sign(expected));
      }),
    );
  });
});
