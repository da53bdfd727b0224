import { beforeAll, describe, expect, test } from 'vitest';
import { contradictions } from '../../../testing/contention/contention-check.ts';
import { contendingCreates } from '../../../testing/contention/contention-creates.ts';
import { contentionDocument } from '../../../testing/contention/contention-document.ts';
import { openEmbedded, postgresStores } from '../../../testing/postgres/test-databases.ts';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { openStore } from '../../store/sql/document-store.ts';
import { openSqliteStore } from '../../store/sqlite/store.ts';
import type { Store } from '../../store/store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { createProduct } from '../product.ts';

const count = 120;
// With this limit, the rule over all members starts to refuse before all creates are through.
const model = readModel(contentionDocument.replace('1000000', '90'));

/** Runs creates of four people in turn, on different records, and returns the outcome of each. */
function fourInTurn(store: Store): readonly string[] {
  const people = [1, 2, 3, 4].map((seed) => {
    const product = createProduct({ model, store, platform: fixedPlatform(undefined, seed), hasher: cheapHasher });
    return contendingCreates(product, count / 2, seed);
  });
  return Array.from({ length: count }, () => people.map((person) => person.next())).flat();
}

describe('creates against unique, no overlap and a rule over all records', () => {
  let makeSqlite: Awaited<ReturnType<typeof memoryDatabases>>;
  const makePostgres = postgresStores(openEmbedded);
  beforeAll(async () => {
    makeSqlite = await memoryDatabases();
  });

  test.each([
    ['SQLite', () => openSqliteStore(makeSqlite(), model)],
    ['Postgres', () => openStore(makePostgres(), model)],
  ] as const)(
    '%s refuses what memory refuses, and holds no contradiction',
    (_name, open) => {
      const memory = createMemoryStore(model);
      const expected = fourInTurn(memory);
      const store = open();
      expect(fourInTurn(store)).toEqual(expected);
      expect(new Set(expected)).toEqual(new Set(['Member', 'Booking', 'EMAIL_TAKEN', 'ROOM_TAKEN', 'FULL']));
      for (const one of [memory, store]) {
        expect(contradictions(one)).toEqual([]);
        expect(one.count({ entity: 'Member', conditions: [] })).toBe(expected.filter((name) => name === 'Member').length);
      }
    },
    60_000,
  );
});
