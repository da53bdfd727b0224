import { expect, test } from 'vitest';
import { type OrderParts, orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { type Exploration, explore } from '../explore.ts';
import { scenarioOf } from '../steps/trace.ts';

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

test('the answer says who can ever do what, in which states, and the shortest way', async () => {
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
  const ways = said.flatMap(({ trace, role, operation }) => (trace === null ? [] : [scenarioOf(`${role} ${operation}`, trace)]));
  const results = runScenarios(readModel(`${text}\n${ways.join('\n')}`));
  expect(results).toHaveLength(ways.length);
  expect(results.filter(({ passed }) => !passed)).toEqual([]);
});

const close = 'open | close | closed | | | | | final';
const pause = ['open | pause | paused | | | | | ', 'paused | resume | open | | | | | '];

/** What clerks can ever do: with an obstacle never, and without it sometimes. */
const asked: readonly (readonly [what: string, operation: string, never: OrderParts, sometimes: OrderParts, how: string])[] = [
  ['a plain no', 'close', { rows: [close], cells: { close: 'no | yes' } }, { rows: [close], cells: { close: 'yes | yes' } }, 'open'],
  [
    'a state that clerks never see',
    'resume',
    { rows: [close, ...pause], cells: { pause: 'no | no' } },
    { rows: [close, ...pause], cells: { pause: 'no | yes' } },
    'paused',
  ],
  [
    'only one’s own, where bosses make all',
    'close',
    { rows: [close], cells: { create: 'no | yes', close: '`made == me` | yes' } },
    { rows: [close], cells: { close: '`made == me` | yes' } },
    'open',
  ],
  [
    'a guard for bosses',
    'close',
    { rows: ['open | close | closed | | `me.role == "boss"` | WRONG | | final'] },
    { rows: ['open | close | closed | | `me.role != "boss"` | WRONG | | final'] },
    'open',
  ],
  [
    'a field that nothing sets',
    'delete',
    {
      fields: ['paid | boolean | yes | no'],
      rows: [close],
      cells: { update: 'no | no', 'Order.paid: create': 'no | no', delete: '`paid` | yes' },
    },
    {
      fields: ['paid | boolean | yes | no'],
      rows: [close],
      cells: { update: 'no | yes', 'Order.paid: create': 'no | no', delete: '`paid` | yes' },
    },
    'sometimes',
  ],
  [
    'an update that section 6 allows in no state that is reached',
    'update',
    { fields: ['amount | integer | yes | 1'], rows: [close, ...pause], cells: { pause: 'no | no', update: '`status == "paused"` | no' } },
    { fields: ['amount | integer | yes | 1'], rows: [close, ...pause], cells: { pause: 'no | yes', update: '`status == "paused"` | no' } },
    'paused',
  ],
];

test.each(asked)('can clerks ever, in spite of %s, %s', async (_, operation, never, sometimes, how) => {
  const can = async (parts: OrderParts): Promise<string> => {
    const document = orders(parts);
    const { who } = await explore(readModel(document), { bounds: { records: 1 }, now: () => 0, who: true });
    const found = who?.find((one) => one.role === 'clerk' && one.operation === operation && one.field !== 'made');
    if (found === undefined) throw new Error(`nothing is known of ${operation}`);
    const ways = found.trace === null ? [] : [scenarioOf('way', found.trace)];
    expect(runScenarios(readModel(`${document}\n${ways.join('')}`)).map(({ passed }) => passed)).toEqual(ways.map(() => true));
    return found.states.length > 0 ? found.states.join() : found.can;
  };
  expect(await can(never)).toBe('never');
  expect(await can(sometimes)).toBe(how);
});

test('results of smaller worlds have no tables, because larger worlds may change them', async () => {
  const early: Exploration[] = [];
  const bounds = { records: 2 };
  const whole = await explore(readModel(text), { bounds, now: () => 0, who: true, found: (one) => early.push(one) });
  expect(early.map(({ who }) => who)).toEqual([null]);
  expect(whole.who).not.toBeNull();
});
