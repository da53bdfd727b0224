import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemPlatform } from '../../src/base/platform.ts';
import { connectPostgres, openPglite } from '../../testing/postgres/blocking.ts';
import { startPostgres, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import * as kinds from './kinds.ts';

export interface OpenDatabase extends kinds.BenchDatabase {
  close(): Promise<void>;
}

/**
 * The databases to measure on. `kinds`: from the sources or as published; the connections to
 * Postgres are from the sources, as their threads are.
 */
export const databasesOf = ({
  openSqlite,
  inPostgres,
}: Pick<typeof kinds, 'openSqlite' | 'inPostgres'>): Readonly<Record<string, () => Promise<OpenDatabase>>> => ({
  async SQLite() {
    return { ...(await openSqlite()), close: async () => undefined };
  },
  async PGlite() {
    const folder = mkdtempSync(join(tmpdir(), 'ninefold-bench-'));
    const database = await openPglite(folder);
    return {
      ...inPostgres(database.connection()),
      async close() {
        await database.close();
        rmSync(folder, { recursive: true, force: true });
      },
    };
  },
  async Postgres() {
    const missing = whyNoServer();
    if (missing !== null) throw new Error(missing);
    const server = await startPostgres();
    const connection = await connectPostgres(server.address, { schema: 'bench', platform: systemPlatform });
    return {
      ...inPostgres(connection),
      async close() {
        connection.close();
        await server.close();
      },
    };
  },
});

export const databases = databasesOf(kinds);
