import { loadSqlite } from '../../src/store/sqlite/load.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/statements.ts';

/** Makes SQLite databases in memory, on Node. */
export async function memoryDatabases(): Promise<() => SqliteDatabase> {
  const sqlite3 = await loadSqlite();
  return () => ({ sqlite3, database: new sqlite3.oo1.DB(':memory:', 'c') });
}
