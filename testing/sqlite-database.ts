import sqlite3InitModule, { type Database } from '@sqlite.org/sqlite-wasm';

/** An SQLite database in memory, on Node (the package's own build for Node loads its .wasm from disk). */
export async function memoryDatabases(): Promise<() => Database> {
  const sqlite3 = await sqlite3InitModule();
  return () => new sqlite3.oo1.DB(':memory:', 'c');
}
