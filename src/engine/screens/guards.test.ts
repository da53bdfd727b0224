import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountedEngine, countedEngine } from '../../../testing/postgres/counted-engine.ts';
import { stamps } from '../../../testing/store/store-records.ts';
import { allOf } from '../../base/pending.ts';
import type { Product } from '../product.ts';
import { nobody } from '../world/world.ts';
import { guardsOf, guardsTogether } from './guards.ts';

const document = `# Specification: Desk

## 3. Entities

### Ticket

| Field | Type |
|---|---|
| subject | text |
| status | state |
| notes | list of Note by ticket |

### Note

| Field | Type | Required |
|---|---|---|
| ticket | Ticket | yes |
| body | text | yes |

## 4. States

### Ticket.status

| From | Event | To | Guard |
|---|---|---|---|
| | | open | |
| open | close | closed | \`notes.exists(n, n.body != "question")\` |
| open | fail | closed | \`1 / size(notes) > 0\` |
| open | drop | closed | \`subject != "Ticket 3"\` |
| open | leave | closed | |
`;

const ids = Array.from({ length: 40 }, (_, number) => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`);
let counted: CountedEngine;

beforeAll(async () => {
  counted = await countedEngine(document);
  await counted.run(({ store }) =>
    store.transaction(() => {
      for (const [number, id] of ids.entries()) {
        store.apply({ kind: 'insert', entity: 'Ticket', record: { ...stamps, id, subject: `Ticket ${number}`, status: 'open' } });
        for (let note = 0; note < number % 3; note++) {
          const body = note === 0 ? 'question' : 'answer';
          store.apply({
            kind: 'insert',
            entity: 'Note',
            record: { ...stamps, id: `${id.slice(0, -6)}${note}${id.slice(-5)}`, ticket: id, body },
          });
        }
      }
    }),
  );
}, 60_000);
afterAll(() => counted.close());

/** By event, the records for which its guard holds; `asked`: the number of queries. */
async function holding(together: boolean): Promise<{ readonly held: Readonly<Record<string, readonly string[]>>; readonly asked: number }> {
  counted.cost.requests = [];
  const held = await counted.run((product: Product) => {
    const world = product.world(nobody);
    const records = world.entity('Ticket', 'product').page({ limit: 100 }).records;
    const guards = together ? guardsTogether(world, 'Ticket', ids) : guardsOf(world);
    const rows = product.index.eventsOf('Ticket').flatMap((event) => product.index.rowsOf('Ticket', event));
    const all = allOf(
      rows.flatMap(({ transition }) => records.map((record) => ({ transition, record }))),
      ({ transition, record }) => ({ transition, id: record.id, holds: guards(transition, record) }),
    );
    const eventOf = (transition: (typeof rows)[number]['transition']): string =>
      transition.trigger.kind === 'event' ? transition.trigger.name.text : '';
    return Object.fromEntries(
      rows.map(({ transition }) => [
        eventOf(transition),
        all.filter((one) => one.transition === transition && one.holds).map(({ id }) => id),
      ]),
    );
  });
  const asked = counted.cost.requests.flatMap((request) => ('questions' in request ? request.questions : [])).length;
  return { held, asked };
}

test('a guard holds for the same records, evaluated together or one by one', async () => {
  const [together, each] = [await holding(true), await holding(false)];
  expect(together.held).toEqual(each.held);
  expect(together.held).toEqual({
    close: ids.filter((_, number) => number % 3 === 2),
    fail: ids.filter((_, number) => number % 3 === 1),
    drop: ids.filter((_, number) => number !== 3),
    leave: ids,
  });
});

test('a board evaluates a guard that reads other records in one query, not in one per card', async () => {
  const [together, each] = [await holding(true), await holding(false)];
  expect(each.asked).toBeGreaterThan(ids.length);
  expect(together.asked).toBeLessThan(5);
});
