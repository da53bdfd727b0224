import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { checkModel } from '../../src/check/check.ts';
import { readModel } from '../../src/model/read.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { openStore } from '../../src/store/sql/document-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import { postgresStores } from '../../testing/postgres/test-databases.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';
import { drawnDocument, sketchDocument } from './document.ts';
import { drawnOperations } from './operations.ts';
import { live } from './run.ts';
import { compareWorlds } from './worlds.ts';

/* A few runs, always the same; `npm run differential` does many, with another seed each day. */

let makeDatabase: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeDatabase = await memoryDatabases();
});
const makePostgres = postgresStores();

test('memory and SQLite say the same of random documents', () => {
  expect(compareWorlds((model) => openSqliteStore(makeDatabase(), model), { runs: 60, seed: 1 })).toEqual({ runs: 60, found: null });
}, 60_000);

test('memory and Postgres say the same of random documents', () => {
  expect(compareWorlds((model) => openStore(makePostgres(), model), { runs: 12, seed: 2, shrink: false })).toEqual({
    runs: 12,
    found: null,
  });
}, 60_000);

test('what is compared is worth it: documents are right, and much of what is done succeeds', () => {
  const outcomes: string[] = [];
  for (const [drawn, operations] of fc.sample(fc.tuple(drawnDocument, drawnOperations(30)), { numRuns: 40, seed: 3 })) {
    const { text } = sketchDocument(drawn);
    expect(checkModel(readModel(text)).filter(({ severity }) => severity === 'error')).toEqual([]);
    outcomes.push(...live(drawn, operations, createMemoryStore).outcomes);
  }
  const share = (pattern: RegExp): number => outcomes.filter((outcome) => pattern.test(outcome)).length / outcomes.length;
  expect(share(/\| done/)).toBeGreaterThan(0.25);
  expect(share(/RULE_|ONCE_|APART_/)).toBeGreaterThan(0.05);
  expect(share(/FORBIDDEN|UNAUTHORIZED|NOT_FOUND/)).toBeGreaterThan(0.05);
  expect(share(/^\/\w+ \[\w/)).toBeGreaterThan(0.02);
});

test('a world that differs is found, and the case is made small', () => {
  // Forgets the third record that is made.
  const { found } = compareWorlds(
    (model) => {
      const store = createMemoryStore(model);
      const apply = store.apply.bind(store);
      let made = 0;
      store.apply = (change) => {
        if (change.kind !== 'insert' || change.entity === 'User' || ++made !== 3) apply(change);
      };
      return store;
    },
    { runs: 50, seed: 4 },
  );
  expect(found?.operations.length).toBeLessThan(8);
  expect(found?.what).toMatch(/(operation|record) \d+:/);
});
