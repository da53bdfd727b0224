import { expect, test } from 'vitest';
import { orders } from '../../testing/orders.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import { explore } from './explore.ts';
import { scenarioOf } from './trace.ts';

const text = orders({
  fields: ['amount | integer | yes | 1', 'note | text | |'],
  rows: ['open | review | checked | | | | | ', 'checked | close | closed | boss | | | | final'],
  rules: ['small | Order.amount | `amount <= LIMIT` | WRONG'],
  cells: {
    review: '`made == me` | no',
    close: 'yes | yes',
    update: 'no | `status == "open"`',
    delete: 'no | yes',
    read: '`made == me` | yes',
  },
});

test('who can ever do what, in which states, and the shortest way', async () => {
  const { who } = await explore(readModel(text), { bounds: { records: 1 }, now: () => 0, who: true });
  const said = (who ?? []).filter(({ entity }) => entity === 'Order');
  const of = (role: string) =>
    Object.fromEntries(
      said
        .filter((one) => one.role === role)
        .map(({ operation, field, can, states }) => [[operation, field].join(' ').trim(), states.length > 0 ? states.join() : can]),
    );
  expect(of('clerk')).toEqual({
    create: 'always',
    read: 'sometimes',
    'update made': 'never',
    'update amount': 'never',
    'update note': 'never',
    review: 'open',
    close: 'never',
    delete: 'never',
  });
  expect(of('boss')).toMatchObject({
    read: 'always',
    'update amount': 'open',
    'update note': 'open',
    review: 'never',
    close: 'checked',
    delete: 'always',
  });
  const ways = said.flatMap(({ way, role, operation }) => (way === null ? [] : [scenarioOf(`${role} ${operation}`, way)]));
  const results = runScenarios(readModel(`${text}\n${ways.join('\n')}`));
  expect(results).toHaveLength(ways.length);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
});
