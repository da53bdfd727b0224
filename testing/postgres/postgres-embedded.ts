import { afterAll, beforeAll } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import type { Connection } from '../../src/store/sql/connection.ts';
import type { UnopenedStore } from '../../src/store/sql/document-store.ts';
import { type BlockingEmbedded as Embedded, openPglite } from './blocking.ts';

/**
 * Postgres in memory for the tests of one file: it takes a second to start, so they share it. Each call of what this gives makes an empty
 * store, in a Postgres schema of its own, or opens the one that is named.
 */
export function embeddedStores(): (schema?: string) => UnopenedStore {
  const database = embedded();
  return (schema) => database((open, name) => open.store(schema ?? name, fixedPlatform()));
}

/** The same without a store over it. */
export function embeddedConnections(): () => Connection {
  const database = embedded();
  return () => database((open, name) => open.connection(name, fixedPlatform()));
}

function embedded(): <T>(use: (database: Embedded, name: string) => T) => T {
  let database: Embedded | undefined;
  let made = 0;
  beforeAll(async () => {
    database = await openPglite(null);
  }, 60_000);
  afterAll(() => database?.close());
  return (use) => {
    if (database === undefined) throw new Error('the embedded database is opened before the first test');
    return use(database, `store ${++made}`);
  };
}
