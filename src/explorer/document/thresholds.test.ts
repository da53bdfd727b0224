import { expect, test } from 'vitest';
import { explored, placesIn } from '../../../testing/explored.ts';
import { orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { explore } from '../explore.ts';

/** A ride that starts ten days after it is booked, and can be boarded while `guard` holds. */
const rides = (guard: string): string => `# Specification: Rides

## 3. Entities and their fields

### Ride

| Field | Type | Computed |
|---|---|---|
| starts | datetime | \`createdAt + days(10)\` |
| status | state | |

## 4. States and transitions

### Ride.status

| From | Event | To | Guard | Description |
|---|---|---|---|---|
| | | booked | | |
| booked | board | boarded | \`${guard}\` | final |
| booked | after \`days(20)\` | missed | | final |
`;

test.each([
  'starts - now <= hours(1) && now < starts',
  'starts - now < hours(1) && now < starts',
  'now >= starts - hours(1) && now < starts',
  'hours(1) > starts - now && starts > now',
  'now - starts < hours(2) && now - starts > hours(1)',
])('the search waits until a comparison with now changes: %s', async (guard) => {
  const { findings, complete } = await explore(readModel(rides(guard)), { now: () => 0, bounds: { records: 1 } });
  expect(complete).toBe(true);
  expect(findings).toEqual([]);
});

test('a window that is empty is found to be so', async () => {
  const { findings } = await explore(readModel(rides('starts - now < hours(1) && now < starts - hours(1)')), {
    now: () => 0,
    bounds: { records: 1 },
  });
  expect(findings.map(({ code }) => code)).toEqual(['state-never-reached', 'guard-never-holds']);
});

test('a moment that depends on itself has no threshold', async () => {
  const text = rides('now > starts').replace('createdAt + days(10)', 'ends - days(1)');
  const circle = text.replace('| status | state', '| ends | datetime | `starts + days(1)` |\n| status | state');
  const { complete } = await explore(readModel(circle), { now: () => 0, bounds: { records: 1 } });
  expect(complete).toBe(true);
});

/** An order that is given back today, and that people can complain about while `guard` holds. */
const returned = (guard: string): string =>
  orders({
    fields: ['back | date | | '],
    cells: { 'Order.back: create, update': 'no | no' },
    rows: ['open | give | home | | | | `back = today` | ', `home | complain | gone | | \`${guard}\` | WRONG | | final`],
  });

test.each([
  'today >= back + days(14)',
  'today - back > days(14)',
  'today == back + days(14)',
  'today - back >= days(14) && today < back + days(15)',
])('the search waits until a comparison with today changes: %s', async (guard) => {
  const { findings } = await explored(returned(guard));
  expect(findings.map(({ code }) => code)).not.toContain('guard-never-holds');
  expect(findings.map(({ code }) => code)).not.toContain('state-never-reached');
});

test('the end of a window of days is seen, and what is stuck after it', async () => {
  const text = returned('today - back <= days(14)');
  expect(placesIn(text, await explored(text))).toEqual(['stuck-record: home']);
});

test('a window of no day is found to be so', async () => {
  const { findings } = await explored(returned('today - back > days(14) && today < back + days(15)'));
  expect(findings.map(({ code }) => code)).toContain('guard-never-holds');
});
