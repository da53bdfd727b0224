import { afterAll, afterEach, beforeAll } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import type { Model } from '../../src/model/model.ts';
import { schemaOf } from '../../src/store/schema.ts';
import { conditionsOf } from '../../src/store/sql/conditions.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { attachStore, createSchema, openStore, type UnopenedStore } from '../../src/store/sql/document-store.ts';
import { identifier } from '../../src/store/sql/identifier.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { runFolder } from '../run-folder-setup.ts';
import { type BlockingDatabase, connectAs, databaseOf, openPglite } from './blocking.ts';
import { startPostgres, whyNoServer } from './postgres-server.ts';

/*
 * Databases for suites that may run on any Postgres: a server of the tests, which is several times
 * as fast as PGlite, or else PGlite. A suite about PGlite itself passes `openEmbedded`.
 */

/**
 * Returns a function that opens an empty store in a new schema, or the store of a named one. All
 * are deleted after the test file.
 */
export function postgresStores(open: () => Promise<BlockingDatabase> = openDatabase): (schema?: string) => UnopenedStore {
  const database = databaseOfFile(open);
  return (schema) => database((one, unused) => one.store(schema ?? unused, fixedPlatform()));
}

/** Like `postgresStores`, but returns bare connections. */
export function postgresConnections(open: () => Promise<BlockingDatabase> = openDatabase): () => Connection {
  const database = databaseOfFile(open);
  return () => database((one, unused) => one.connection(unused, fixedPlatform()));
}

function databaseOfFile(open: () => Promise<BlockingDatabase>) {
  let database: BlockingDatabase | undefined;
  const opened: { close(): void }[] = [];
  beforeAll(async () => {
    database = await open();
  }, 60_000);
  afterAll(async () => {
    for (const one of opened) one.close();
    await database?.close();
  }, 60_000);
  return <Opened extends { close(): void }>(use: (database: BlockingDatabase, unused: string) => Opened): Opened => {
    if (database === undefined) throw new Error('the database is opened before the first test');
    // Roles belong to the whole server and are named after schemas, so schema names differ between
    // databases.
    const one = use(database, `store ${nextSchema()}`);
    opened.push(one);
    return one;
  };
}

const once = <Made>(make: () => Promise<Made>): (() => Promise<Made>) => {
  let made: Promise<Made> | null = null;
  return () => (made ??= make());
};

/** This process's server. The end of the run stops it (testing/run-folder-setup.ts). */
const server = once(() => startPostgres([], process.env[runFolder]));

const counter = (): (() => number) => {
  let last = 0;
  return () => ++last;
};
const nextDatabase = counter();
const nextSchema = counter();

/** An empty database on this process's server; `close` deletes it. */
export async function openDatabase(): Promise<BlockingDatabase> {
  if (whyNoServer() !== null) return openEmbedded();
  const { address, control } = await server();
  // On an external server the tests may not create databases.
  if (control === null) return openEmbedded();
  const name = `test_${nextDatabase()}`;
  const administer = (statement: string): void => {
    const connection = connectAs(address);
    connection.run(statement);
    connection.close();
  };
  administer(`CREATE DATABASE ${name}`);
  const own = new URL(address);
  own.pathname = name;
  return { ...databaseOf(own.href), close: async () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** PGlite takes seconds to start and longer to warm up, so the files of a process share one. */
const pglite = once(() => openPglite(null));

/** PGlite in memory, shared within this process; `close` drops its schemas. */
export async function openEmbedded(): Promise<BlockingDatabase> {
  const shared = await pglite();
  const own = `file ${nextDatabase()} `;
  const schemas = new Set<string>();
  const named = (schema: string): string => {
    schemas.add(own + schema);
    return own + schema;
  };
  return {
    engine: shared.engine,
    connection: (schema = '', platform) => shared.connection(named(schema), platform),
    store: (schema = '', platform) => shared.store(named(schema), platform),
    async close() {
      const connection = shared.connection('cleaning', fixedPlatform());
      for (const schema of schemas) connection.run(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`);
      connection.run('RESET ALL');
      connection.close();
    },
  };
}

/**
 * Empties every table of the store's schema, and restarts the numbers of its trail. Keeps the
 * store's own notes, because they describe its tables.
 */
const emptying = `DO $$ DECLARE emptied text; BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  FOR emptied IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() AND tablename <> '_meta' LOOP
    EXECUTE 'DELETE FROM ' || emptied;
  END LOOP;
  PERFORM setval(format('%I.%I', schemaname, sequencename), 1, false) FROM pg_sequences WHERE schemaname = current_schema();
END $$`;

const notes = (connection: Connection): ReadonlyMap<string, string> =>
  new Map(connection.rows('SELECT "key", "value" FROM "_meta"').map(([key, value]) => [String(key), String(value)]));

export interface EmptiedStores {
  /** An empty store. */
  open(model: Model): DocumentStore;
  /**
   * Empties the tables of all opened stores for reuse; these stores must not be used afterwards.
   * Also runs after each test.
   */
  takeBack(): void;
}

/**
 * Stores in a database. Creating the tables takes most of a small test's time, so they are created
 * once, and emptied, also for another document with the same tables.
 */
export function emptiedStores(database: BlockingDatabase): EmptiedStores {
  interface Tables {
    /** Of all its stores: a new one takes longer than most tests. */
    readonly connection: Connection;
    readonly document: string;
    readonly store: DocumentStore;
    /** The store's notes when it was opened: the keys and values of `_meta`. */
    readonly noted: ReadonlyMap<string, string>;
  }
  /** By the statements that create them. */
  const free = new Map<string, Tables[]>();
  const lent: { readonly shape: string; readonly tables: Tables }[] = [];
  let made = 0;

  const keys = new WeakMap<Model, { readonly document: string; readonly shape: string }>();
  const keysOf = (model: Model): { readonly document: string; readonly shape: string } => {
    const known = keys.get(model);
    if (known !== undefined) return known;
    const schema = schemaOf(model);
    const made = {
      document: JSON.stringify(model, (_key, value: unknown) => (value instanceof Map ? [...value] : value)),
      shape: createSchema(database.engine, schema, conditionsOf(model, schema, database.engine)).join(';'),
    };
    keys.set(model, made);
    return made;
  };

  const takeBack = (): void => {
    for (const { shape, tables } of lent.splice(0)) {
      const { connection, noted } = tables;
      const now = notes(connection);
      // A test that changed the document changed the tables, so no other test can use them.
      if ([...noted].every(([key, value]) => now.get(key) === value)) {
        connection.run(emptying);
        for (const key of now.keys()) if (!noted.has(key)) connection.run('DELETE FROM "_meta" WHERE "key" = ?', [key]);
        free.set(shape, [...(free.get(shape) ?? []), tables]);
      } else connection.close();
    }
  };
  afterEach(takeBack);

  const openOn = (connection: Connection, model: Model, document: string): Tables => {
    const store = openStore(attachStore(Object.create(connection, { close: { value: () => undefined } }), database.engine), model);
    return { connection, document, store, noted: notes(connection) };
  };
  const open = (model: Model): DocumentStore => {
    const { document, shape } = keysOf(model);
    const alike = free.get(shape) ?? [];
    const found = alike.find((one) => one.document === document) ?? alike[0];
    free.set(
      shape,
      alike.filter((one) => one !== found),
    );
    const connection = found?.connection ?? database.connection(`emptied ${++made}`, fixedPlatform());
    const tables = found?.document === document ? found : openOn(connection, model, document);
    lent.push({ shape, tables });
    // Tests may replace its methods.
    return Object.create(tables.store);
  };
  return { open, takeBack };
}
