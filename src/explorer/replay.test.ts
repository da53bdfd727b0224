import { expect, test } from 'vitest';
import { orders } from '../../testing/orders.ts';
import { readModel } from '../model/read.ts';
import { explore } from './explore.ts';

test('a finding says so if its steps turn out differently with the examples', async () => {
  const rows = ['open | close | closed | | `Order.exists(o, o.status == "closed")` | WRONG | | final'];
  const plain = orders({ rows });
  const withExamples = plain.replace(
    '\n## 4.',
    '\n| Example | status | made |\n|---|---|---|\n| First | closed | Cleo |\n| Second | open | Cleo |\n\n## 4.',
  );
  const messages = async (text: string): Promise<readonly string[]> => {
    const { findings } = await explore(readModel(text), { bounds: { records: 1 }, now: () => 0 });
    return findings.filter(({ code }) => code === 'guard-never-holds').map(({ message }) => message);
  };
  const [without = ''] = await messages(plain);
  expect(without).toMatch(/^The guard of “close” is never true: .*\)\.$/);
  expect(await messages(withExamples)).toEqual([
    `${without} The search starts without the example records. With them, these steps turn out differently.`,
  ]);
});
