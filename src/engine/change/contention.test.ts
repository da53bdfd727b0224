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
const text = contentionDocument.replace('1000000', '90');
const model = readModel(text);
/** No constraint of a database keeps apart what ends at a computed moment; the engine does. */
const computed = readModel(text.replace('no overlap starts, ends', 'no overlap starts, until'));

/** Runs creates of four people in turn, on different records, and returns the outcome of each. */
function fourInTurn(store: Store, of = model): readonly string[] {
  const people = [1, 2, 3, 4].map((seed) => {
    const product = createProduct({ model: of, store, platform: fixedPlatform(undefined, seed), hasher: cheapHasher });
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
    ['SQLite', model, () => openSqliteStore(makeSqlite(), model)],
    ['Postgres', model, () => openStore(makePostgres(), model)],
    ['SQLite, with computed ends,', computed, () => openSqliteStore(makeSqlite(), computed)],
    ['Postgres, with computed ends,', computed, () => openStore(makePostgres(), computed)],
  ] as const)(
    '%s refuses what memory refuses, and holds no contradiction',
    (_name, of, open) => {
      const memory = createMemoryStore(of);
      const expected = fourInTurn(memory, of);
      const store = open();
      expect(fourInTurn(store, of)).toEqual(expected);
      expect(new Set(expected)).toEqual(new Set(['Member', 'Booking', 'EMAIL_TAKEN', 'ROOM_TAKEN', 'FULL']));
      for (const one of [memory, store]) {
        expect(contradictions(one)).toEqual([]);
        expect(one.count({ entity: 'Member', conditions: [] })).toBe(expected.filter((name) => name === 'Member').length);
      }
    },
    60_000,
  );
});
