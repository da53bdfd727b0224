import { expect, test } from 'vitest';
import { explored, placesIn } from '../../../testing/explored.ts';
import { orders } from '../../../testing/orders.ts';

/**
 * A search begins on Monday, 5 January 2026. People may write any day, also one that has passed.
 */
const closes = (field: string, guard: string): string =>
  orders({ fields: [field], rows: [`open | close | closed | | \`${guard}\` | WRONG | | final`] });

test.each([
  ['due | date | yes | ', 'due >= date(2026, 3, 1) && due < date(2026, 4, 1)'],
  ['due | date | yes | ', 'due == date(2026, 3, 1)'],
  ['due | date | yes | ', 'due < date(2025, 4, 1)'],
  ['due | date | | ', 'due == null \\|\\| due > date(2025, 4, 1) && due < date(2025, 5, 1)'],
  ['due | datetime | yes | ', 'due >= timestamp("2025-03-01T00:00:00Z") && due < timestamp("2025-04-01T00:00:00Z")'],
])('a field that may have a day the document names: %s %s', async (field, guard) => {
  expect((await explored(closes(field, guard))).findings).toEqual([]);
});

test.each([
  ['due | date | yes | ', 'due < date(2024, 4, 1) && due > date(2025, 1, 1)'],
  ['due | datetime | yes | ', 'due > timestamp("2025-03-01T00:00:00Z") && due < timestamp("2024-04-01T00:00:00Z")'],
])('a field that never is on both sides of two days: %s %s', async (field, guard) => {
  const text = closes(field, guard);
  expect(placesIn(text, await explored(text)).toSorted()).toEqual([
    `guard-never-holds: ${guard}`,
    'state-never-reached: closed',
    'stuck-record: open',
  ]);
});

test('days long ago are told apart by the days that the document names', async () => {
  const text = orders({
    fields: ['due | date | yes | '],
    rows: [
      'open | close | closed | | `due == date(2025, 3, 1)` | WRONG | | final',
      'open | drop | dropped | | `due != date(2025, 3, 1)` | TOO_SOON | | final',
    ],
    cells: { update: 'no | no' },
  });
  expect((await explored(text)).findings).toEqual([]);
});
