import { afterAll, afterEach, beforeAll } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import type { Model } from '../../src/model/model.ts';
import { embeddedEngine } from '../../src/store/postgres/embedded/connect-embedded.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import { attachStore, openStore, type UnopenedStore } from '../../src/store/sql/document-store.ts';
import { identifier } from '../../src/store/sql/identifier.ts';
import type { DocumentStore } from '../../src/store/store.ts';
import { type BlockingEmbedded as Embedded, openPglite } from './blocking.ts';

/**
 * Postgres in memory. It takes seconds to start, and more until it is quick, so the test files of a
 * process share one. Each call of what this gives makes an empty store, in a Postgres schema of its
 * own, or opens the one that is named; after the file all of them are dropped.
 */
export function embeddedStores(): (schema?: string) => UnopenedStore {
  const database = embedded();
  return (schema) => attachStore(database(schema), embeddedEngine);
}

/** The same without a store over it. */
export function embeddedConnections(): () => Connection {
  const database = embedded();
  return () => database();
}

/** One for each process. It ends with the process. */
const shared = ((): (() => Promise<{ readonly database: Embedded; next(): number }>) => {
  let opened: Promise<{ readonly database: Embedded; next(): number }> | null = null;
  let made = 0;
  return () => (opened ??= openPglite(null).then((database) => ({ database, next: () => ++made })));
})();

function embedded(): (schema?: string) => Connection {
  let use: Awaited<ReturnType<typeof shared>> | undefined;
  const opened: Connection[] = [];
  const schemas = new Set<string>();
  beforeAll(async () => {
    use = await shared();
  }, 60_000);
  afterAll(() => {
    if (use === undefined) return;
    for (const connection of opened) connection.close();
    const connection = use.database.connection('cleaning', fixedPlatform());
    for (const schema of schemas) connection.run(`DROP SCHEMA IF EXISTS ${identifier(schema)} CASCADE`);
    connection.run('RESET ALL');
    connection.close();
  }, 60_000);
  return (named) => {
    if (use === undefined) throw new Error('the embedded database is opened before the first test');
    const schema = named ?? `store ${use.next()}`;
    schemas.add(schema);
    const connection = use.database.connection(schema, fixedPlatform());
    opened.push(connection);
    return connection;
  };
}

/**
 * Empties every table of the store's schema, and numbers its trail from 1 again. What the store
 * itself noted when it began stays: its tables are as it says.
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
   * Empties the tables of all that was opened, for the next ones: what was opened must not be used
   * afterwards. Done after each test as well.
   */
  takeBack(): void;
}

/**
 * Stores in an embedded database. Making the tables takes most of the time of a small test, so they
 * are made once for each document, and emptied.
 */
export function emptiedStores(database: Embedded): EmptiedStores {
  interface Tables {
    readonly schema: string;
    /** What the store noted when it began: the keys and values of `_meta`. */
    readonly noted: ReadonlyMap<string, string>;
  }
  const free = new Map<string, Tables[]>();
  const lent: { readonly document: string; readonly tables: Tables }[] = [];
  let made = 0;

  const takeBack = (): void => {
    for (const { document, tables } of lent.splice(0)) {
      const { schema, noted } = tables;
      const connection = database.connection(schema, fixedPlatform());
      const now = notes(connection);
      // A test that changed the document changed the tables: they are of no use to another one.
      if ([...noted].every(([key, value]) => now.get(key) === value)) {
        connection.run(emptying);
        for (const key of now.keys()) if (!noted.has(key)) connection.run('DELETE FROM "_meta" WHERE "key" = ?', [key]);
        free.set(document, [...(free.get(document) ?? []), tables]);
      }
      connection.close();
    }
  };
  afterEach(takeBack);

  const open = (model: Model): DocumentStore => {
    const document = JSON.stringify(model, (_key, value: unknown) => (value instanceof Map ? [...value] : value));
    const kept = free.get(document)?.pop();
    const schema = kept?.schema ?? `emptied ${++made}`;
    const store = openStore(database.store(schema, fixedPlatform()), model);
    const noted = kept?.noted ?? notes(database.connection(schema, fixedPlatform()));
    lent.push({ document, tables: { schema, noted } });
    return store;
  };
  return { open, takeBack };
}
