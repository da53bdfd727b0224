import { beforeAll, expect, test } from 'vitest';
import { productOver } from '../../../testing/product.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { dateIn, timestampFromMilliseconds } from '../../expression/values/time.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import type { Store } from '../../store/store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { create } from '../operations/create.ts';
import { triggerEvent } from '../operations/trigger-event.ts';
import { update } from '../operations/update.ts';
import { createProduct, type Product } from '../product.ts';
import { nobody } from '../world/world.ts';

const text = `# Specification: Parcels

## 3. Entities

### Parcel

| Field | Type |
|---|---|
| name | text |
| due | datetime |
| firedAt | datetime |
| firedOn | date |
| warnedAt | datetime |
| state | state |

### Line

| Field | Type |
|---|---|
| name | text |

## 4. States

### Parcel.state

| From | Event | To | Effect |
|---|---|---|---|
| | | draft | |
| draft | send | sent | |
| sent | at \`due\` | late | \`firedAt = now; firedOn = today; create Line with {"name": name + " is late"}\` |
| late | after \`days(1)\` | lost | \`warnedAt = now\` |
| draft | at \`due\` | | \`create Line with {"name": name + " is a draft"}\` |
`;

const now = Date.parse('2026-01-05T09:00:00Z');
const hour = 3_600_000;

function parcels(of = text, storeOf: (model: Model) => Store = createMemoryStore) {
  const made = productOver(of, storeOf);
  const { product } = made;
  const authority = 'product' as const;
  const moment = (at: number): Value => timestampFromMilliseconds(at);
  const done = <T>(outcome: { readonly ok: true; readonly value: T } | { readonly ok: false }): T => {
    if (!outcome.ok) throw new Error(JSON.stringify(outcome));
    return outcome.value;
  };
  return {
    ...made,
    add: (name: string, due: number | null = null) => {
      const values = new Map<string, Value>([
        ['name', name],
        ['due', due === null ? null : moment(due)],
      ]);
      return done(product.perform(nobody, create, { entity: 'Parcel', values, authority })).id;
    },
    send: (id: string) =>
      done(product.perform(nobody, triggerEvent, { entity: 'Parcel', id, event: 'send', parameters: new Map(), authority })),
    put: (id: string, due: number) =>
      done(product.perform(nobody, update, { entity: 'Parcel', id, values: new Map([['due', moment(due)]]), authority })),
    parcel: (id: string) => product.store.record('Parcel', id),
    lines: () => product.store.query({ entity: 'Line', conditions: [], sort: [] }).map((line) => line['name']),
  };
}

/** The timers that fire now: their moments, and the states that they lead to. */
const fired = ({ timers }: Product): readonly string[] =>
  timers.run().map(({ at, transition: { to, from } }) => `${new Date(at).toISOString().slice(0, 16)} ${(to ?? from[0])?.text}`);

test('a record that enters a state, or is changed, after its moment fires at once, at that moment', () => {
  const { add, send, put, parcel, product, clock } = parcels();
  const [late, moved] = [add('A', now - 50 * hour), add('B', now + hour)];
  clock.advance(60_000);
  for (const id of [late, moved]) send(id);
  expect(fired(product)).toEqual(['2026-01-03T07:00 late', '2026-01-04T07:00 lost']);
  const at = timestampFromMilliseconds(now - 50 * hour);
  // Before it was created; the timer of the next state counts from then.
  expect(parcel(late)).toMatchObject({ state: 'lost', firedAt: at, firedOn: dateIn('UTC', at) });
  expect(parcel(late)?.['createdAt']).toEqual(timestampFromMilliseconds(now));
  expect(product.store.trail('Parcel', late, 2).map((line) => line.at)).toEqual([now - 26 * hour, now - 50 * hour]);
  put(moved, now - hour);
  expect(fired(product)).toEqual(['2026-01-05T08:00 late']);
  expect(parcel(moved)?.['firedAt']).toEqual(timestampFromMilliseconds(now - hour));
});

test('at one moment the rows of a table fire from the top, and for one row the oldest record first', () => {
  const { add, send, product, clock, lines } = parcels();
  const [, second, third, fourth] = [add('A', now + 2 * hour), add('B', now + 2 * hour), add('C', now + hour), add('D', now + 2 * hour)];
  for (const id of [fourth, second, third]) send(id ?? '');
  clock.advance(3 * hour);
  expect(fired(product).map((line) => line.slice(11))).toEqual(['10:00 late', '11:00 late', '11:00 late', '11:00 draft']);
  expect(lines()).toEqual(['C is late', 'B is late', 'D is late', 'A is a draft']);
});

let makeSqlite: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeSqlite = await memoryDatabases();
});

test.each<[string, (model: Model) => Store]>([
  ['memory', createMemoryStore],
  ['SQLite', (model) => openSqliteStore(makeSqlite(), model)],
])('in %s a timer that leaves the record in its state fires once for each moment', (_, storeOf) => {
  const { add, put, product, clock, lines } = parcels(text, storeOf);
  const id = add('A', now + hour);
  clock.advance(2 * hour);
  for (const _ of [1, 2]) product.timers.run();
  expect(lines()).toEqual(['A is a draft']);
  put(id, now + 1.5 * hour);
  for (const _ of [1, 2]) product.timers.run();
  expect(lines()).toHaveLength(2);
  // Neither after a restart nor in another process.
  const again = createProduct({ model: readModel(text), store: product.store, platform: clock, hasher: cheapHasher });
  for (const _ of [1, 2]) again.timers.run();
  expect(lines()).toHaveLength(2);
  put(id, now + 2 * hour);
  for (const one of [again, product]) one.timers.run();
  expect(lines()).toHaveLength(3);
});

test('a moment with a division is kept apart from its record', () => {
  const stores: ReturnType<typeof createMemoryStore>[] = [];
  const { add, clock, product, lines } = parcels(text.replace('| draft | at `due`', '| draft | at `due + hours(4 / 2)`'), (model) => {
    const store = createMemoryStore(model);
    stores.push(store);
    return store;
  });
  const id = add('A', now);
  clock.advance(3 * hour);
  product.timers.run();
  expect(lines()).toEqual(['A is a draft']);
  expect(stores[0]?.snapshot().entered.map(({ record }) => record)).toEqual([id, id]);
});

test('two rows of the same moment that leave the record in its state both fire', () => {
  const row = '| draft | at `due` | | `create Line with {"name": name + " is a draft"}` |';
  const { add, clock, product, lines } = parcels(text.replace(row, `${row}\n${row.replace('a draft', 'not sent')}`));
  add('A', now);
  clock.advance(hour);
  product.timers.run();
  expect(lines()).toEqual(['A is a draft', 'A is not sent']);
});
