import { beforeAll, expect, test } from 'vitest';
import { spiedConnection } from '../../../testing/store/spied-connection.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { idOf, suiteModel, user } from '../../../testing/store/store-records.ts';
import type { Value } from '../../expression/values/value.ts';
import { rolledBack } from '../rolled-back.ts';
import { prepareDatabase } from '../sqlite/open.ts';
import { sqliteEngine } from '../sqlite/sqlite-engine.ts';
import { type Store, UniqueConflict } from '../store.ts';
import { attachStore, openStore } from './document-store.ts';

let makeDatabase: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeDatabase = await memoryDatabases();
});

function filled() {
  const connection = prepareDatabase(makeDatabase());
  const updates: string[] = [];
  const spied = spiedConnection(connection, {
    run: ({ sql }) => sql.startsWith('UPDATE "User"') && updates.push(sql.replace(/^UPDATE "User" SET | WHERE .*$/g, '')),
  });
  const store = openStore(attachStore(spied, sqliteEngine), suiteModel().model);
  store.transaction(() => {
    for (const number of [1, 2]) store.apply({ kind: 'insert', entity: 'User', record: user(number) });
  });
  return { store, updates };
}

const update = (store: Store, values: Readonly<Record<string, Value>>, number = 1): void =>
  store.apply({ kind: 'update', entity: 'User', id: idOf(number), values });

test('merges consecutive updates of a record into one statement', () => {
  const { store, updates } = filled();
  store.transaction(() => {
    update(store, { name: 'Ana' });
    store.setEnteredAt('User', 'role', idOf(1), 5);
    update(store, { role: 'agent', name: 'Ana' });
    expect(updates).toEqual([]);
  });
  expect(updates).toEqual(['"name" = ?, "role" = ?']);
  expect(store.record('User', idOf(1))).toMatchObject({ name: 'Ana', role: 'agent' });
});

test('every read sees the update, and later writes come after it', () => {
  const { store, updates } = filled();
  store.transaction(() => {
    update(store, { name: 'Ana' });
    expect(store.query({ entity: 'User', conditions: [] }).map(({ name }) => name)).toEqual(['Ana', 'User 2']);
    update(store, { name: 'Bo' });
    update(store, { name: 'Cy' });
    update(store, { name: 'Di' }, 2);
    expect(store.count({ entity: 'User', conditions: [], search: { text: 'Di', fields: ['name'] } })).toBe(1);
  });
  expect(updates).toHaveLength(4);
  expect(store.record('User', idOf(1))).toMatchObject({ name: 'Cy' });
});

test('a rollback discards the update, but not earlier ones', () => {
  const { store, updates } = filled();
  store.transaction(() => {
    update(store, { name: 'Ana' });
    rolledBack(store, () => update(store, { role: 'agent' }));
    store.step(() => update(store, { name: 'Bo' }, 2));
  });
  expect(() =>
    store.transaction(() => {
      update(store, { name: 'Cy' });
      throw new RangeError('undone');
    }),
  ).toThrow(RangeError);
  store.transaction(() => undefined);
  expect(store.query({ entity: 'User', conditions: [] })).toMatchObject([{ name: 'Ana', role: 'customer' }, { name: 'Bo' }]);
  expect(updates).toEqual(['"name" = ?', '"name" = ?']);
});

test('an update that the database may refuse is not delayed', () => {
  const { store } = filled();
  store.transaction(() => {
    update(store, { name: 'Ana' });
    expect(() => update(store, { email: 'user2@example.com' })).toThrow(UniqueConflict);
    expect(() => update(store, { role: 'king' })).toThrow('role');
    expect(() => update(store, { name: null })).toThrow('is required');
  });
  expect(store.record('User', idOf(1))).toMatchObject({ name: 'Ana', role: 'customer', email: 'user1@example.com' });
});
