import { beforeAll, expect, test } from 'vitest';
import type { Model } from '../../src/model/model.ts';
import { openStore } from '../../src/store/sql/document-store.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { postgresStores } from '../../testing/postgres/test-databases.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';
import type { Drawn } from './document.ts';
import type { DrawnOperation } from './operations.ts';
import { differs } from './worlds.ts';

/* Cases in which a world once said something else than memory, made small. */

let makeDatabase: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeDatabase = await memoryDatabases();
});
const makePostgres = postgresStores();
const worlds: Readonly<Record<string, (model: Model) => DocumentStore>> = {
  SQLite: (model) => openSqliteStore(makeDatabase(), model),
  Postgres: (model) => openStore(makePostgres(), model),
};

const entity = (columns: readonly number[]): Drawn['entities'][number] => ({
  columns,
  relations: [false, false, false, false],
  onDelete: [0, 0],
  machine: false,
  rules: [],
  guards: [0, 0, 0],
  cells: Array.from({ length: 16 }, () => 1),
  questions: [[0, 0, false]],
});

const cases: Readonly<Record<string, readonly [Drawn, readonly DrawnOperation[]]>> = {
  // Postgres gave two constraints of two tables one name.
  'two entities with “no overlap”': [
    { entities: [entity([8, 9]), entity([8, 9])] },
    [0, 1, 0].map(
      (index): DrawnOperation => ({
        person: 2,
        what: {
          kind: 'create',
          entity: index,
          values: [
            [1, 0],
            [2, 2],
          ],
        },
      }),
    ),
  ],
};

test.each(Object.keys(worlds).flatMap((world) => Object.keys(cases).map((name) => [world, name] as const)))('%s: %s', (world, name) => {
  const [drawn, operations] = cases[name] as (typeof cases)[string];
  expect(differs(drawn, operations, worlds[world] as (model: Model) => DocumentStore)).toBeNull();
});
