import { expect, test } from 'vitest';
import { explored, placesIn } from '../../../testing/explored.ts';
import { orders } from '../../../testing/orders.ts';

const meter = (rule: string, guard: string): string =>
  orders({
    fields: ['read | integer | yes | 1'],
    cells: { 'Order.read: create': 'no | no' },
    rules: [`reading | Order.read on update | \`${rule}\` | WRONG`],
    rows: [`open | close | closed | | \`${guard}\` | TOO_SOON | | final`],
  });

test.each(['read - old.read <= 10', 'read == old.read + 1', 'old.read + 10 >= read'])(
  'a value that rises in small steps is not judged to stay below one: %s',
  async (rule) => {
    const { findings, limits } = await explored(meter(rule, 'read > 500'));
    expect(findings.filter(({ code }) => code !== 'error-never-raised')).toEqual([]);
    expect(limits.find((one) => one.startsWith('The row “close” of Order is not judged: '))).toContain('changes at once');
  },
);

test('a value that only rises is judged', async () => {
  const text = meter('read > old.read && read < 5', 'read > 500');
  expect(placesIn(text, await explored(text)).toSorted()).toContain('guard-never-holds: read > 500');
});
