import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { changeDocument } from '../../src/engine/document/change-document.ts';
import { create } from '../../src/engine/operations/create.ts';
import { createProduct, type Product } from '../../src/engine/product.ts';
import { nobody } from '../../src/engine/world/world.ts';
import { readModel } from '../../src/model/read.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { openEmbedded } from '../../src/store/postgres/embedded/open-embedded.ts';
import { openStore } from '../../src/store/sql/document-store.ts';
import { connect } from '../../src/store/sqlite/connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/store.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { postgresStores } from '../../testing/postgres/test-databases.ts';
import { programArguments } from '../../testing/process/built-programs.ts';
import { memoryDatabases } from '../../testing/store/sqlite-database.ts';
import { forms } from './document.ts';
import { lookAfter, nothingPromised, workUntilKilled, wrongIn } from './killed.ts';

const model = readModel(forms[0]);
let makeDatabase: Awaited<ReturnType<typeof memoryDatabases>>;
beforeAll(async () => {
  makeDatabase = await memoryDatabases();
});
const makePostgres = postgresStores();
const stores: Readonly<Record<string, () => DocumentStore>> = {
  memory: () => createMemoryStore(model),
  SQLite: () => openSqliteStore(makeDatabase(), model),
  Postgres: () => openStore(makePostgres(), model),
};
const names = Object.keys(stores);
const make = (name: string): DocumentStore => (stores[name] as () => DocumentStore)();

function order(product: Product, code: string): string {
  const outcome = product.perform(nobody, create, { entity: 'Order', values: new Map([['code', code]]), authority: 'person' });
  if (!outcome.ok) throw new Error(outcome.refusals[0]?.because);
  return outcome.value.id;
}

const productOver = (store: DocumentStore, platform = fixedPlatform()): Product =>
  createProduct({ model, store, platform, hasher: cheapHasher });

describe('the disk is full', () => {
  test('SQLite: what was acknowledged stays, what was not is not half there, and it goes on when there is room', () => {
    const opened = makeDatabase();
    const connection = connect(opened);
    const store = openSqliteStore(opened, model);
    const product = productOver(store);
    const made: string[] = [order(product, 'first')];
    const pages = Number(connection.row('PRAGMA page_count')?.[0]);
    connection.row(`PRAGMA max_page_count = ${pages + 6}`);
    const fill = (): void => {
      for (let number = 0; number < 5000; number++) made.push(order(product, `${'x'.repeat(200)}${number}`));
    };
    expect(fill).toThrow(/full/);
    expect(wrongIn(store.snapshot(), { ...nothingPromised, made: new Set(made) })).toEqual([]);
    expect(store.count({ entity: 'Order', conditions: [] })).toBe(made.length);
    // A change of the document needs more room than there is: nothing of it is done.
    expect(() => changeDocument(product, store, readModel(forms[1]), true)).toThrow(/full/);
    expect(wrongIn(store.snapshot(), { ...nothingPromised, made: new Set(made) })).toEqual([]);
    connection.row('PRAGMA max_page_count = 100000');
    made.push(order(product, 'last'));
    expect(changeDocument(product, store, readModel(forms[1]), true).applied).toBe(true);
    expect(wrongIn(store.snapshot(), { ...nothingPromised, made: new Set(made) })).toEqual([]);
  });

  test('Postgres in a folder: everything acknowledged is there when it is opened again, and nothing half', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-full-'));
    try {
      const promised = await workUntilKilled(folder, nothingPromised, { seed: 3, deeds: 9, patience: 500, full: 9 });
      expect(promised.made.size).toBeGreaterThan(2);
      // Nothing was acknowledged on the full disk.
      expect(promised.made.size + promised.shipped.size + promised.deleted.size + promised.changes).toBe(9);
      rmSync(join(folder, 'full'));
      expect(await lookAfter(folder, promised)).toEqual([]);
      const more = await workUntilKilled(folder, promised, { seed: 4, deeds: 3, patience: 5 });
      expect(more.made.size).toBeGreaterThan(promised.made.size);
      expect(await lookAfter(folder, more)).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 240_000);

  test('Postgres in a folder: requests fail with the reason in place of waiting for an answer', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-full-'));
    const data = join(folder, 'data');
    try {
      const preload = new URL('./full-disk.js', import.meta.url).href;
      const { stdout } = await promisify(execFile)(process.execPath, ['--import', preload, ...programArguments('full-folder'), data], {
        env: { ...process.env, FULL_DISK: join(folder, 'full') },
        // A process that hangs never ends by itself.
        timeout: 100_000,
        killSignal: 'SIGKILL',
      });
      const why = `the database in ${data} has ended: its log cannot be written; is the disk full?`;
      expect(stdout.trim().split('\n')).toEqual([why, 'failed', 'failed']);
      const { connection, run, close } = await openEmbedded(data);
      expect(await run(() => connection.rows('SELECT number FROM notes'))).toEqual([[1]]);
      await close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});

describe.each(names)('the clock, %s', (name) => {
  const day = 86_400_000;

  test('is set back: ids stay in order and unique, no timer fires twice', () => {
    const platform = fixedPlatform();
    const store = make(name);
    const product = productOver(store, platform);
    const ids = [order(product, 'a')];
    platform.advance(2 * day);
    expect(product.timers.run().length).toBe(1);
    platform.advance(-3 * day);
    for (const code of ['b', 'c', 'd']) ids.push(order(product, code));
    expect(product.timers.run()).toEqual([]);
    expect([...ids].sort()).toEqual(ids);
    // The others were entered three days before: they are due a day after that, once.
    platform.advance(3 * day);
    expect(product.timers.run().length).toBe(3);
    expect(product.timers.run()).toEqual([]);
    expect(store.query({ entity: 'Line', conditions: [] }).length).toBe(4);
    expect(wrongIn(store.snapshot(), nothingPromised)).toEqual([]);
  });

  test('timers that were due while the product was away fire once, in order, each at its own moment', () => {
    const platform = fixedPlatform();
    const store = make(name);
    const product = productOver(store, platform);
    const ids: string[] = [];
    for (const code of ['a', 'b', 'c']) {
      ids.push(order(product, code));
      platform.advance(3_600_000);
    }
    platform.advance(30 * day);
    // Another process, which has seen none of it.
    const later = productOver(store, platform);
    expect(later.timers.run().map(({ id, at, refusals }) => [id, at, refusals.length])).toEqual(
      ids.map((id, hour) => [id, Date.UTC(2026, 0, 6, 9 + hour), 0]),
    );
    expect(later.timers.run()).toEqual([]);
    expect(product.timers.run()).toEqual([]);
    expect(store.query({ entity: 'Line', conditions: [] }).length).toBe(3);
    for (const [hour, id] of ids.entries()) {
      expect(store.trail('Order', id, 10).map(({ operation, at }) => [operation, at])).toEqual([
        ['after', Date.UTC(2026, 0, 6, 9 + hour)],
        ['create', Date.UTC(2026, 0, 5, 9 + hour)],
      ]);
    }
  });
});

describe.each(names)('a change of the document that is broken off, %s', (name) => {
  test('leaves the document and the data as they were', () => {
    const store = make(name);
    store.setMeta('document', forms[0]);
    const product = productOver(store);
    const made = new Set([order(product, 'a'), order(product, 'b')]);
    const before = store.snapshot();
    const to = readModel(forms[1]);
    const plan = store.plan(to);
    expect(() =>
      store.migrate(to, plan, () => {
        throw new Error('the power goes');
      }),
    ).toThrow('the power goes');
    expect(store.snapshot()).toEqual(before);
    expect(changeDocument(product, store, to, false).applied).toBe(true);
    expect(wrongIn(store.snapshot(), { ...nothingPromised, made })).toEqual([]);
    expect(store.record('Order', [...made][0] ?? '')).toHaveProperty('weight');
  });
});
