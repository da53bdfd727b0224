import { beforeAll, describe, expect, test } from 'vitest';
import { newbornDocument } from '../../../testing/newborn-document.ts';
import { postgresStores } from '../../../testing/postgres/test-databases.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { Decimal } from '../../expression/values/decimal.ts';
import { Duration, isRecordList, Money, PlainDate, PlainTime, Timestamp, type Value } from '../../expression/values/value.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { openStore } from '../../store/sql/document-store.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import type { Store } from '../../store/store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { addMember } from '../operations/add-member.ts';
import { create } from '../operations/create.ts';
import { update } from '../operations/update.ts';
import { createProduct, type Product } from '../product.ts';
import type { Run } from '../run.ts';
import { nobody } from './world.ts';

const model = readModel(newbornDocument);

const made = (run: Run, entity: string, values: readonly (readonly [string, Value])[]): string =>
  run.perform(create, { entity, values: new Map(values), authority: 'product' }).id;
const seen = (run: Run, entity: string, id: string, field: string): Value => run.world.record(entity, id)?.get(field) ?? null;
const names = (run: Run, entity: string, id: string, field: string): readonly Value[] => {
  const list = seen(run, entity, id, field);
  return isRecordList(list) ? list.records().map((record) => record.get('name')) : [];
};

let makeSqlite: Awaited<ReturnType<typeof memoryDatabases>>;
const makePostgres = postgresStores();
beforeAll(async () => {
  makeSqlite = await memoryDatabases();
});

describe.each([
  ['memory', (): Store => createMemoryStore(model)],
  ['SQLite', (): Store => openSqliteStore(makeSqlite(), model)],
  ['Postgres', (): Store => openStore(makePostgres(), model)],
] as const)('%s', (_name, open) => {
  const product = (): Product => createProduct({ model, store: open(), platform: fixedPlatform(), hasher: cheapHasher });
  const within = (one: Product, body: (run: Run) => void): void => {
    const outcome = one.transact(nobody, body);
    expect(outcome.ok ? [] : outcome.refusals).toEqual([]);
  };

  test('the lists of a record created just now are empty; later additions are visible', () => {
    const one = product();
    within(one, (run) => {
      const ann = made(run, 'Person', [['name', 'Ann']]);
      const ben = made(run, 'Person', [['name', 'Ben']]);
      const note = made(run, 'Note', [
        ['title', 'First'],
        ['writer', ann],
      ]);
      expect([seen(run, 'Note', note, 'heard'), seen(run, 'Note', note, 'readBySome'), seen(run, 'Note', note, 'others')]).toEqual([
        0,
        false,
        1,
      ]);
      const readers = seen(run, 'Note', note, 'readers');
      run.perform(addMember, { entity: 'Note', id: note, field: 'readers', member: { entity: 'Person', id: ann }, authority: 'product' });
      // Also in a list that was read before.
      expect(isRecordList(readers) && readers.records().map((record) => record.get('name'))).toEqual(['Ann']);
      expect([seen(run, 'Note', note, 'heard'), seen(run, 'Note', note, 'readBySome')]).toEqual([1, true]);
      made(run, 'Answer', [['note', note]]);
      expect(seen(run, 'Note', note, 'heard')).toBe(2);
      expect(names(run, 'Person', ben, 'team')).toEqual([]);
      run.perform(update, { entity: 'Person', id: ann, values: new Map([['boss', ben]]), authority: 'product' });
      expect(names(run, 'Person', ben, 'team')).toEqual(['Ann']);
    });
  });

  test('a record created with members, or with a relation to itself, has them', () => {
    const one = product();
    within(one, (run) => {
      const ann = made(run, 'Person', [['name', 'Ann']]);
      const ben = made(run, 'Person', [
        ['name', 'Ben'],
        ['friends', [ann]],
      ]);
      expect([names(run, 'Person', ben, 'friends'), seen(run, 'Person', ben, 'known')]).toEqual([['Ann'], 1]);
      const eve = made(run, 'Person', [['name', 'Eve']]);
      expect([names(run, 'Person', eve, 'pupils'), seen(run, 'Person', eve, 'known')]).toEqual([['Eve'], 1]);
    });
  });

  test("the transaction's cache of its own writes equals what the store reads", () => {
    const one = product();
    within(one, (run) => {
      const ann = made(run, 'Person', [['name', 'Ann']]);
      const values: readonly (readonly [string, Value])[] = [
        ['title', 'First'],
        ['writer', ann],
        ['due', new PlainDate(20_458)],
        ['at', new PlainTime(43_200)],
        ['price', new Money(new Decimal('12.50'), 'EUR')],
        ['weight', new Decimal('-0.120')],
        ['long', new Duration(-5, -500_000_000)],
        ['since', new Timestamp(1_767_600_000, 250_000)],
        ['words', ['a', 'b']],
        ['numbers', [1, 2]],
      ];
      const note = made(run, 'Note', values);
      expect(run.world.stored('Note', note)).toEqual(one.store.record('Note', note));
      const large: readonly (readonly [string, Value])[] = [
        ['price', new Money(new Decimal('-0'), 'EUR')],
        ['weight', new Decimal('123456789012345678901234567890')],
        ['at', new PlainTime(0.5)],
        ['long', new Duration(0, 0)],
        ['numbers', []],
      ];
      run.perform(update, { entity: 'Note', id: note, values: new Map(large), authority: 'product' });
      expect(run.world.stored('Note', note)).toEqual(one.store.record('Note', note));
    });
  });
});
