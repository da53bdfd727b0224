import { expect, test } from 'vitest';
import { explored, placesIn } from '../../testing/explored.ts';
import { orders } from '../../testing/orders.ts';
import { readModel } from '../model/read.ts';
import { phasesOf } from './document/calendar.ts';
import { ClockReader } from './document/clock-reads.ts';

/** A search begins on Monday, 5 January 2026, at 09:00. */
const closes = (guard: string): string => orders({ rows: [`open | close | closed | | \`${guard}\` | WRONG | | final`] });

/** Guards that are true at some time, and guards that never are. */
const guards: readonly (readonly [what: string, holds: string, never: string])[] = [
  ['an hour', 'now.getHours() == 17', 'now.getHours() > 23'],
  ['hours', 'now.getHours() < 9 \\|\\| now.getHours() >= 17', 'now.getHours() < 9 && now.getHours() >= 17'],
  ['an hour in a zone', 'now.getHours("Asia/Tokyo") == 5', 'now.getHours("Asia/Tokyo") < 0'],
  ['a day of the week', 'now.getDayOfWeek() == 0', 'now.getDayOfWeek() == 7'],
  ['the day of the week of today', 'today.getDayOfWeek() == 6', 'today.getDayOfWeek() > 6'],
  ['a day of the month', 'now.getDate() == 1', 'now.getDate() == 32'],
  ['an hour of a day of the week', 'now.getDayOfWeek() == 3 && now.getHours() >= 20', 'now.getDayOfWeek() == 3 && now.getHours() >= 24'],
  ['minutes', 'now.getMinutes() >= 45', 'now.getMinutes() > 59'],
  ['a minute in a zone that is half an hour off', 'now.getMinutes("Asia/Kolkata") == 10', 'now.getMinutes("Asia/Kolkata") < 0'],
  ['minutes of an hour', 'now.getHours() == 17 && now.getMinutes() >= 15', 'now.getMinutes() < 15 && now.getMinutes() >= 45'],
  ['a minute of the creation', 'createdAt.getMinutes() == 17', 'createdAt.getMinutes() > 59'],
  ['a month', 'now.getMonth() == 11', 'now.getMonth() == 12'],
  ['months', 'today.getMonth() >= 3 && today.getMonth() < 5', 'today.getMonth() < 3 && today.getMonth() > 5'],
  ['a day of a month', 'now.getMonth() == 1 && now.getDate() == 28', 'now.getMonth() == 1 && now.getDate() == 30'],
  ['a year', 'now.getFullYear() >= 2028', 'now.getFullYear() < 2026'],
  ['a moment', 'now > timestamp("2026-06-01T00:00:00Z")', 'now < timestamp("2025-06-01T00:00:00Z")'],
  ['a day', 'today == date(2026, 6, 1)', 'today == date(2025, 6, 1)'],
  [
    'a time of day',
    'now >= datetime(today, time("18:00"))',
    'now >= datetime(today, time("18:00")) && now < datetime(today, time("17:00"))',
  ],
  ['an hour of the creation', 'createdAt.getHours() == 17', 'createdAt.getHours() > 23'],
  [
    'hours soon after the creation',
    'now.getHours() >= 17 && now - createdAt < WINDOW',
    'now.getHours() >= 17 && now.getHours() < 12 && now - createdAt < WINDOW',
  ],
];

const ofNever = (guard: string): readonly string[] => [`guard-never-holds: ${guard}`, 'state-never-reached: closed', 'stuck-record: open'];

test.each(guards)('a guard on %s', async (_, holds, never) => {
  const right = closes(holds);
  const found = (await explored(right)).findings.map(({ code }) => code);
  // The hour of creation never changes, and a moment that has passed does not come again.
  expect(found).toEqual(/createdAt|today == date/.test(holds) ? ['stuck-record'] : []);
  const wrong = closes(never);
  expect(placesIn(wrong, await explored(wrong)).toSorted()).toEqual(ofNever(never));
});

test.each([
  ['seconds', 'now.getSeconds() == 75', 'seconds, or at a time of day'],
  ['the start of this month', 'now >= startOfMonth(today)', 'seconds, or at a time of day'],
  ['a moment beside hours', 'now.getHours() > 17 && now < timestamp("2025-06-01T00:00:00Z")', 'occurs only once'],
  ['a moment that comes, beside hours', 'now.getHours() > 17 && now > timestamp("2026-06-01T00:00:00Z")', 'occurs only once'],
  ['a year beside months', 'now.getMonth() == 2 && now.getFullYear() == 2027', 'occurs only once'],
])('a guard on %s is not judged, and the answer says so', async (_, guard, why) => {
  const { findings, limits } = await explored(closes(guard));
  expect(findings).toEqual([]);
  expect(limits.find((one) => one.startsWith('The row “close” of Order is not judged: it '))).toContain(why);
});

test('a timer of a few minutes is followed throughout the day', async () => {
  const text = (guard: string): string =>
    orders({
      rows: [
        'open | after `minutes(45)` | held | | | | | ',
        'held | after `minutes(45)` | open | | | | | ',
        `held | close | closed | | \`${guard}\` | WRONG | | final`,
      ],
    });
  const found = async (guard: string) => placesIn(text(guard), await explored(text(guard)));
  expect(await found('now.getHours() == 23')).toEqual([]);
  expect(await found('now.getHours() > 23')).toEqual(['state-never-reached: closed', 'guard-never-holds: now.getHours() > 23']);
});

test('a day begins at midnight of the product’s time zone', async () => {
  const due = (guard: string): string =>
    orders({
      fields: ['due | date | yes | `today + days(2)`'],
      rows: [`open | close | closed | | \`${guard}\` | WRONG | | final`],
      cells: { update: 'no | no', 'Order.due: create': 'no | no' },
    }).replace('| LIMIT |', '| TIME_ZONE | America/Los_Angeles | |\n| LIMIT |');
  const right = due('today > due && now.getHours("UTC") < 9');
  expect(placesIn(right, await explored(right))).toEqual([]);
  const wrong = due('today > due && now < createdAt + days(1)');
  expect(placesIn(wrong, await explored(wrong)).toSorted()).toEqual(ofNever('today > due && now < createdAt + days(1)'));
});

test('how long ago a timer was refused decides nothing', async () => {
  const text = orders({
    rows: [
      'open | close | closed | | `now - createdAt < LONG` | WRONG | | final',
      'open | hold | held | | | | | ',
      'held | after `WINDOW` | late | | `made == null` | | | final',
      'held | resume | open | | | | | ',
    ],
  }).replace('| LIMIT |', '| LONG | 40 | days |\n| LIMIT |');
  // The 24 additional worlds would differ in nothing else.
  expect((await explored(text)).worlds).toBe(99);
});

test('minutes combined with a daily event do not make a search endless', async () => {
  const few = 'few | Order | `Order.filter(o, o.status == "late").size() <= 1` | WRONG';
  const rows = ['open | after `minutes(5)` | late | | | | | ', 'late | every day at `time("08:00")` | closed | | | | | final'];
  expect((await explored(orders({ rows, rules: [few] }), { records: 2 })).worlds).toBe(32);
});

test('the same day of two months is one phase if the months are equally long', () => {
  const reads = new ClockReader();
  reads.rhythms.add('month');
  const phase = phasesOf(
    readModel(closes('true')),
    reads,
    () => 'UTC',
    () => [],
  );
  const at = (day: string): string | undefined => phase?.(Date.parse(`${day}T09:00:00Z`));
  expect(at('2026-04-30')).toBe(at('2026-06-30'));
  expect(at('2026-04-30')).not.toBe(at('2026-05-30'));
  expect(at('2026-04-30')).not.toBe(at('2026-04-29'));
});
