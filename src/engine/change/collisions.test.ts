import { expect, test } from 'vitest';
import { newbornDocument } from '../../../testing/newborn-document.ts';
import { onPostgres } from '../../../testing/postgres/postgres-stores.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { Money, PlainDate, type Value } from '../../expression/values/value.ts';
import { readModel } from '../../model/read.ts';
import { openStore } from '../../store/sql/document-store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { create } from '../operations/create.ts';
import { createProduct, type Product } from '../product.ts';
import { nobody } from '../world/world.ts';

const model = readModel(newbornDocument);

onPostgres((stores) => {
  test('concurrent creates do not conflict with each other, even while reading the new records', async () => {
    const schema = `collisions ${process.pid}`;
    const people: Product[] = [];
    for (let seed = 1; seed <= 3; seed++) {
      const store = openStore(await stores.open(schema), model);
      people.push(createProduct({ model, store, platform: fixedPlatform(undefined, seed), hasher: cheapHasher }));
    }
    const writer = people[0]?.perform(nobody, create, { entity: 'Person', values: new Map([['name', 'Ann']]), authority: 'product' });
    if (!writer?.ok) throw new Error('refused');

    const decided = people.map(() => 0);
    const seen: Value[][] = [];
    // The first begins, then the second, then the third; the third ends, then the second, then the
    // first. If each had read what the next one writes, the second would be in a conflict with both
    // others and would be repeated.
    const make = (at: number): void => {
      const values = new Map<string, Value>([
        ['title', `Note ${at}`],
        ['writer', writer.value.id],
        ['due', new PlainDate(20_458)],
        ['price', new Money(new Decimal('12.5'), 'EUR')],
        ['weight', new Decimal('0.5')],
      ]);
      const outcome = people[at]?.transact(nobody, (run) => {
        decided[at] = (decided[at] ?? 0) + 1;
        const { id } = run.perform(create, { entity: 'Note', values, authority: 'product' });
        const note = run.world.record('Note', id);
        seen.push([note?.get('title') ?? null, note?.get('heard') ?? null, note?.get('since') ?? null]);
        // A read, to make sure that the write has reached the server.
        run.world.store.record('Person', writer.value.id);
        if (at + 1 < people.length && decided[at] === 1) make(at + 1);
      });
      expect(outcome?.ok).toBe(true);
    };
    make(0);
    expect(decided).toEqual([1, 1, 1]);
    expect(seen).toEqual([0, 1, 2].map((at) => [`Note ${at}`, 0, null]));
    expect(people[0]?.store.count({ entity: 'Note', conditions: [] })).toBe(3);
  });
});
