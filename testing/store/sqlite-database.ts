import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { openDatabase, type SqliteDatabase } from '../../src/store/sqlite/database.ts';
import { loadSqlite, type Sqlite } from '../../src/store/sqlite/sqlite.ts';

/** SQLite on Node. */
export async function sqliteOnNode(): Promise<Sqlite> {
  const file = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm');
  return loadSqlite(await WebAssembly.compile(readFileSync(file)));
}

/** Makes SQLite databases in memory, on Node. */
export async function memoryDatabases(): Promise<() => SqliteDatabase> {
  const sqlite = await sqliteOnNode();
  return () => openDatabase(sqlite, null);
}
