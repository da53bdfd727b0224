import { expect, test } from 'vitest';
import { type OrderParts, orders } from '../../testing/orders.ts';
import { memoryHost } from '../../testing/process/memory-host.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import { runCli } from './run.ts';

const close = 'open | close | closed | | | | | final';
const base: OrderParts = { fields: ['amount | integer | yes | 1'], rows: [close] };
const limited = (limit: string): OrderParts => ({ ...base, rules: [`small | Order.amount | \`amount <= ${limit}\` | WRONG`] });

interface Entry {
  readonly words: string;
  readonly trace: readonly { readonly as: string; readonly do: string; readonly expect: string }[];
}

async function difference(before: OrderParts | string, after: OrderParts | string) {
  const text = (parts: OrderParts | string): string => (typeof parts === 'string' ? parts : orders(parts));
  const host = memoryHost({ 'before.md': text(before), 'after.md': text(after) });
  const code = await runCli(['diff', 'before.md', 'after.md', '--records', '1', '--format', 'json'], host, '1.2.3');
  const { added, removed } = JSON.parse(host.output) as { readonly added: readonly Entry[]; readonly removed: readonly Entry[] };
  for (const [document, list] of [
    [text(after), added],
    [text(before), removed],
  ] as const) {
    const rows = ({ trace }: Entry): string => trace.map((row) => `| ${row.as} | ${row.do} | ${row.expect} |`).join('\n');
    const scenarios = list.map((entry, place) => `### Scenario: ${place}\n\n| As | Do | Expect |\n|---|---|---|\n${rows(entry)}\n`);
    const results = runScenarios(readModel(`${document}\n${scenarios.join('\n')}`));
    expect(results.map(({ passed }) => passed)).toEqual(list.map(() => true));
  }
  return { code, added: added.map(({ words }) => words), removed: removed.map(({ words }) => words) };
}

test.each<[string, OrderParts, OrderParts, string, string]>([
  [
    'a new transition',
    base,
    { ...base, rows: [close, 'closed | reopen | open | | | | | '] },
    'added',
    '“reopen” takes an Order from “closed” to “open”',
  ],
  ['a role that may no more', base, { ...base, cells: { close: 'no | yes' } }, 'removed', ' can close an Order in “open”'],
  [
    'a guard that refuses',
    base,
    { ...base, rows: ['open | close | closed | | `amount > 1` | WRONG | | final'] },
    'added',
    '“close” of an Order is refused with WRONG',
  ],
  ['a rule that refuses', base, limited('5'), 'added', '“create” of an Order is refused with WRONG'],
  [
    'an effect that goes elsewhere',
    base,
    { ...base, rows: ['open | close | done | | | | | final'] },
    'removed',
    '“close” takes an Order from “open” to “closed”',
  ],
])('a difference in behaviour: %s', async (_, before, after, where, words) => {
  const found = await difference(before, after);
  expect(found.code).toBe(1);
  expect((where === 'added' ? found.added : found.removed).some((one) => one.includes(words))).toBe(true);
});

test.each<[string, OrderParts | string, OrderParts | string]>([
  [
    'another order of the rows',
    { ...base, rows: [close, 'open | pause | paused | | | | | '] },
    { ...base, rows: ['open | pause | paused | | | | | ', close] },
  ],
  ['another name of a rule', limited('5'), { ...base, rules: ['modest | Order.amount | `amount <= 5` | WRONG'] }],
  [
    'a guard written in another way',
    { ...base, rows: ['open | close | closed | | `amount > 1` | WRONG | | final'] },
    { ...base, rows: ['open | close | closed | | `!(amount <= 1)` | WRONG | | final'] },
  ],
  ['prose', orders(base), orders(base).replace('\n\n', '\n\nWords that no row reads.\n\n')],
  ['a guard that always holds', base, { ...base, rows: ['open | close | closed | | `amount == amount` | WRONG | | final'] }],
])('no difference in behaviour: %s', async (_, before, after) => {
  expect(await difference(before, after)).toEqual({ code: 0, added: [], removed: [] });
});
