import { expect, test } from 'vitest';
import { explored } from '../../../testing/explored.ts';
import { type OrderParts, orders } from '../../../testing/orders.ts';

/** The examples have only one boss. */
const codes = async (parts: OrderParts): Promise<readonly string[]> => (await explored(orders(parts))).findings.map(({ code }) => code);

test('what only a second boss can do is not reported as impossible', async () => {
  const rows = ['open | close | closed | boss | `made != me` | WRONG | | final'];
  expect(await codes({ rows })).toEqual([]);
  expect(await codes({ rows, cells: { create: 'no | yes' } })).toEqual([]);
});

test('what even two bosses cannot do is reported', async () => {
  const rows = ['open | close | closed | boss | `made != me && made.role == "clerk"` | WRONG | | final'];
  expect(await codes({ rows })).toEqual(['stuck-record']);
  expect(await codes({ rows, cells: { create: 'no | yes' } })).toEqual(['stuck-record', 'state-never-reached', 'guard-never-holds']);
});
