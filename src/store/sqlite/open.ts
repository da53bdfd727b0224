import type { Connection } from '../sql/connection.ts';
import { identifier } from '../sql/identifier.ts';
import { connect } from './connection.ts';
import type { SqliteDatabase } from './database.ts';
import { registerFunctions } from './functions.ts';
import { additions, ownTables } from './tables.ts';

/**
 * Prepares a database for the store: registers functions, enables constraints, and acknowledges
 * nothing before it is on disk. `journal`: `MEMORY` if the file is only saved as a whole, between
 * transactions; SQLite then also checks each time whether the file was changed from outside.
 */
export function prepareDatabase(opened: SqliteDatabase, journal: 'WAL' | 'MEMORY' = 'WAL'): Connection {
  registerFunctions(opened);
  const connection = connect(opened);
  // The browser's file pool has no shared memory, so write-ahead logging requires exclusive locking
  // there.
  if (journal === 'WAL') connection.rows('PRAGMA locking_mode = EXCLUSIVE');
  connection.rows(`PRAGMA journal_mode = ${journal}`);
  connection.rows('PRAGMA synchronous = FULL');
  // In kB. With SQLite's default of 2,000, a search of a large table reads the file twice, for the
  // page and its count; in a private window each page comes from another process.
  connection.rows('PRAGMA cache_size = -32000');
  connection.rows('PRAGMA foreign_keys = ON');
  const isThere = (table: string): boolean => connection.row('SELECT 1 FROM sqlite_schema WHERE "name" = ?', [table]) !== null;
  const missing = !isThere('_meta') ? ownTables : additions.flatMap(({ table, statements }) => (isThere(table) ? [] : statements));
  if (missing.length > 0) {
    connection.transaction(() => {
      for (const statement of missing) connection.run(statement);
    });
  }
  return connection;
}

/** Runs a transaction in which references may dangle until the end, to rebuild tables. */
export function withoutReferences(connection: Connection, body: () => void): void {
  connection.forget();
  connection.rows('PRAGMA foreign_keys = OFF');
  try {
    connection.transaction(body);
  } finally {
    connection.forget();
    connection.rows('PRAGMA foreign_keys = ON');
  }
}

/**
 * Drops all tables, including the otherwise read-only trail, recreates the store's own, and runs
 * `fill`.
 */
export function dropEverything(connection: Connection, fill: () => void): void {
  withoutReferences(connection, () => {
    const tables = connection.rows(`SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite\\_%' ESCAPE '\\'`);
    for (const [name] of tables) connection.run(`DROP TABLE ${identifier(String(name))}`);
    for (const statement of ownTables) connection.run(statement);
    fill();
  });
}
