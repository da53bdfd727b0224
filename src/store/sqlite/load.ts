import sqlite3InitModule, { type Sqlite3Static } from '@sqlite.org/sqlite-wasm';

/** SQLite itself. On Node the package's own build finds its .wasm on disk, in the browser the bundler gives it an address. */
export async function loadSqlite(): Promise<Sqlite3Static> {
  const sqlite3 = await sqlite3InitModule();
  // What a constraint refuses is thrown; it need not stand in the console as well.
  sqlite3.config.warn = () => undefined;
  return sqlite3;
}
