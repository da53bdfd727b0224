import { beforeAll, expect, test } from 'vitest';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { suiteModel } from '../../../testing/store/store-records.ts';
import { storeSuite } from '../../../testing/store/store-suite.ts';
import { storeKit } from '../../../testing/store/suite-kit.ts';
import { connect } from './connection.ts';
import { openSqliteStore } from './store.ts';

let makeDatabase: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeDatabase = await memoryDatabases();
});

storeSuite('SQLite', (model) => openSqliteStore(makeDatabase(), model));

test('the audit trail is read-only, even in SQL', () => {
  const opened = makeDatabase();
  const { run } = connect(opened);
  const store = openSqliteStore(opened, suiteModel().model);
  store.audit({ at: 1, by: null, entity: 'Ticket', record: 'x', operation: 'create', changes: {} });
  expect(() => run('UPDATE "_audit" SET "operation" = \'nothing\'')).toThrow('not rewritten');
  expect(() => run('DELETE FROM "_audit"')).toThrow('not rewritten');
  expect(() =>
    run('INSERT OR REPLACE INTO "_audit" SELECT "sequence", 2, "by", "entity", "record", "operation", "changes" FROM "_audit"'),
  ).toThrow('not rewritten');
  expect(store.trail('Ticket', 'x', 10)).toHaveLength(1);
});

test('a NUL character does not end the text that is searched for', async () => {
  const { filled, numbers } = storeKit((model) => openSqliteStore(makeDatabase(), model));
  const store = await filled();
  expect(numbers(store, { search: { text: 'er', fields: ['subject'] } })).toEqual([11]);
  expect(numbers(store, { search: { text: 'er\0', fields: ['subject'] } })).toEqual([]);
});
