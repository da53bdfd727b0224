import { describe, expect, test } from 'vitest';
import { type OrderParts, orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { scenarioOf } from '../steps/trace.ts';
import { contradictedScenarios } from './scenarios.ts';

const guarded: OrderParts = { rows: ['open | close | closed | | `made == me` | WRONG | | final'] };
const plain: OrderParts = { rows: ['open | close | closed | | | | | final'] };
const ruled: OrderParts = {
  fields: ['amount | integer | yes | 1'],
  rows: ['open | close | closed | | | | | final'],
  rules: ['small | Order.amount | `amount <= LIMIT` | WRONG'],
};
const barred: OrderParts = { rows: ['open | close | closed | | | | | final'], cells: { close: 'no | yes' } };
const timed: OrderParts = { rows: ['open | close | closed | | | | | final', 'open | after `DEADLINE` | late | | | | | final'] };

const create = '| Cleo | `create Order as o` | |';

const cases: readonly [what: string, parts: OrderParts, wrong: readonly string[], right: readonly string[], says: RegExp][] = [
  [
    'a guard',
    guarded,
    [create, '| Carl | `close o` | |'],
    [create, '| Cleo | `close o` | |'],
    /not refused\. .*refused WRONG .*the guard of “close”/,
  ],
  [
    'a rule and its constant',
    ruled,
    ['| Cleo | `create Order with {"amount": LIMIT + 1}` | |'],
    ['| Cleo | `create Order with {"amount": LIMIT}` | |'],
    /refused WRONG .*the rule “small” is broken/,
  ],
  ['a permission', barred, [create, '| Cleo | `close o` | |'], [create, '| Bea | `close o` | |'], /refused FORBIDDEN .*section 6/],
  [
    'an error that does not come',
    plain,
    [create, '| Carl | `close o` | refused FORBIDDEN |'],
    [create, '| Carl | `close o` | |'],
    /expects: refused FORBIDDEN\. What happens instead: not refused\./,
  ],
  [
    'a timer',
    timed,
    [create, '| nobody | `wait DEADLINE` | `o.status == "open"` |'],
    [create, '| nobody | `wait DEADLINE` | `o.status == "late"` |'],
    /expects: o\.status == "open"/,
  ],
];

const withScenario = (parts: OrderParts, rows: readonly string[]): string =>
  `${orders(parts)}\n### Scenario: one\n\n| As | Do | Expect |\n|---|---|---|\n${rows.join('\n')}\n`;

describe.each(cases)('a scenario that %s contradicts', (_, parts, wrong, right, says) => {
  test('is found at the row, with what happens instead, and the steps replay', () => {
    const text = withScenario(parts, wrong);
    const found = contradictedScenarios(readModel(text));
    expect(found).toHaveLength(1);
    expect(found[0]?.message).toMatch(says);
    expect(text.slice(found[0]?.span.from, found[0]?.span.to)).toContain(wrong.at(-1)?.slice(2, 20));
    const replay = readModel(`${orders(parts)}\n${found.map(({ trace }) => scenarioOf('replay', trace ?? { rows: [] })).join('\n')}`);
    expect(runScenarios(replay).map(({ passed }) => passed)).toEqual([true]);
  });

  test('is not found where the row is right', () => {
    expect(contradictedScenarios(readModel(withScenario(parts, right)))).toEqual([]);
  });
});

test('unreadable rows are left to check', () => {
  expect(contradictedScenarios(readModel(withScenario(plain, ['| Nobody known | `close o` | |'])))).toEqual([]);
});
