import { describe, expect, test } from 'vitest';
import { placesIn } from '../../../testing/explored.ts';
import { type OrderParts, orders } from '../../../testing/orders.ts';
import { readModel } from '../../model/read.ts';
import { runScenarios } from '../../verify/scenarios.ts';
import { explore } from '../explore.ts';
import { scenarioOf } from '../steps/trace.ts';

const close = 'open | close | closed | | | | | final';

/** Documents in which people give themselves access, and the same ones where they cannot. */
const seeded: readonly (readonly [what: string, refused: string, wrong: OrderParts, right: OrderParts])[] = [
  [
    'a note that everybody may write',
    '`note != null`',
    { fields: ['note | text | |'], rows: [close], cells: { close: '`note != null` | yes' } },
    { fields: ['note | text | |'], rows: [close], cells: { close: '`note != null` | yes', 'Order.note: create, update': 'no | yes' } },
  ],
  [
    'a field that releases the record',
    '`released`',
    { fields: ['released | boolean | yes | no'], rows: [close], cells: { close: '`released` | yes' } },
    {
      fields: ['released | boolean | yes | no'],
      rows: [close],
      cells: { close: '`released` | yes', 'Order.released: update': 'no | yes' },
    },
  ],
  [
    'an amount up to a limit',
    '`amount < LIMIT`',
    { fields: ['amount | integer | yes | 6'], rows: [close], cells: { close: '`amount < LIMIT` | yes' } },
    { fields: ['amount | integer | yes | 6'], rows: [close], cells: { close: '`amount < LIMIT` | yes', update: 'no | no' } },
  ],
  [
    'a kind that may be deleted',
    '`kind == "draft"`',
    { fields: ['kind | enum draft, real | yes | real'], rows: [close], cells: { delete: '`kind == "draft"` | yes' } },
    {
      fields: ['kind | enum draft, real | yes | real'],
      rows: [close],
      cells: { delete: '`kind == "draft"` | yes', 'Order.kind: update': '`kind == "draft"` | yes' },
    },
  ],
  [
    'a field that guards another',
    '`!locked`',
    {
      fields: ['locked | boolean | yes | yes', 'amount | integer | yes | 1'],
      rows: ['open | close | closed | | `amount > 1` | | | final'],
      cells: { 'Order.amount: update': '`!locked` | yes' },
    },
    {
      fields: ['locked | boolean | yes | yes', 'amount | integer | yes | 1'],
      rows: ['open | close | closed | | `amount > 1` | | | final'],
      cells: { 'Order.amount: update': '`!locked` | yes', 'Order.locked: update': 'no | yes' },
    },
  ],
];

const run = (text: string) => explore(readModel(text), { bounds: { records: 1 }, now: () => 0 });

describe.each(seeded)('%s', (_, refused, wrong, right) => {
  test('is found, and its steps replay', async () => {
    const text = orders(wrong);
    const all = await run(text);
    expect(new Set(placesIn(text, all))).toEqual(new Set([`escalation: ${refused}`]));
    const found = all.findings.filter(({ code }) => code === 'escalation');
    expect(found[0]?.message).toMatch(
      /^People with the role clerk can get around section 6: it does not let them .*, but once they update Order\./,
    );
    const scenarios = found.map(({ trace }, place) => scenarioOf(String(place), trace ?? { rows: [] }));
    const results = runScenarios(readModel(`${text}\n${scenarios.join('\n')}`));
    expect(results).toHaveLength(found.length);
    expect(results.flatMap(({ rows }) => rows.filter(({ passed }) => !passed))).toEqual([]);
  });

  test('is not found if no person can do it', async () => {
    expect((await run(orders(right))).findings.map(({ code }) => code)).not.toContain('escalation');
  });
});
