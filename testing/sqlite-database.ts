import type { Database } from '@sqlite.org/sqlite-wasm';
import { loadSqlite } from '../src/store/sqlite/load.ts';

/** Makes SQLite databases in memory, on Node. */
export async function memoryDatabases(): Promise<() => Database> {
  const sqlite3 = await loadSqlite();
  return () => new sqlite3.oo1.DB(':memory:', 'c');
}
