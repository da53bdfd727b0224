import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Exploration, explore } from '../../src/explorer/explore.ts';
import { readModel } from '../../src/model/read.ts';
import { behaviourMistakes } from '../../testing/behaviour-mistakes.ts';
import { orders } from '../../testing/orders.ts';
import { rounds } from '../../testing/rounds.ts';
import { deepDocument, drawnDeep } from './deep-document.ts';
import { drawnDocument, sketchDocument } from './document.ts';

const placesOf = ({ findings, invariants }: Exploration): readonly string[] => [
  ...findings.map(({ code, span }) => `${code} ${span.from}`),
  ...invariants.flatMap(({ name, holds }) => (holds === null ? [] : [`${name}: ${holds}`])),
];

/** How many findings were told early: each of them is in the answer too. */
async function lasting(text: string, states: number): Promise<number> {
  const early = new Set<string>();
  const whole = await explore(readModel(text), {
    bounds: { records: 3, states },
    now: () => 0,
    found: (first) => {
      for (const place of placesOf(first)) early.add(place);
    },
  });
  const final = placesOf(whole);
  expect(
    [...early].filter((place) => !final.includes(place)),
    text,
  ).toEqual([]);
  return early.size;
}

test('what random documents are told to have while the search goes on, they have in the end', async () => {
  let told = 0;
  for (const drawn of fc.sample(drawnDocument, rounds(4))) told += await lasting(sketchDocument(drawn).text, 20);
  const comes = '| comes | Order | `status == "open"` leads to `status == "done"` | |';
  for (const drawn of fc.sample(drawnDeep, rounds(4)))
    told += await lasting(deepDocument(drawn).text.replace('| kept | Order', `${comes}\n| kept | Order`), 200);
  expect(told).toBeGreaterThan(0);
}, 240_000);

test('and so are those that are told of mistakes in behaviour, and of the documents of specs/', async () => {
  for (const [, , wrong] of behaviourMistakes) await lasting(orders(wrong), 60);
  const specs = ['helpdesk', 'conduit', 'bookshop', 'inventory'];
  for (const name of specs) await lasting(readFileSync(`specs/${name}.md`, 'utf8'), 40);
}, 240_000);

test('what one order alone cannot do is not told before there were two', async () => {
  const other = orders({ rows: ['open | close | closed | | `Order.exists(o, o != self)` | WRONG | | final'] });
  expect(await lasting(other, 3000)).toBe(0);
});

test('that a rule holds is not told before all worlds were looked at', async () => {
  const rows = ['open | close | closed | | | | | final'];
  const third = 'Order.exists(a, a != self && Order.exists(b, b != self && b != a))';
  expect(await lasting(orders({ rows, rules: [`no third | Order | never \`${third}\` | `] }), 3000)).toBe(0);
  const none = orders({ rows, rules: ['none | Order | never `status == "open"` | '] });
  // The rule, and the finding about it.
  expect(await lasting(none, 3000)).toBe(2);
});
