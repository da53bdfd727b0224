import type { Connection } from '../sql/connection.ts';
import { identifier } from '../sql/identifier.ts';
import { connect } from './connection.ts';
import { registerFunctions } from './functions.ts';
import type { SqliteDatabase } from './statements.ts';
import { additions, ownTables } from './tables.ts';

/**
 * Opens a database as the store needs it: functions registered, constraints on, nothing
 * acknowledged before it is on disk. `journal`: `MEMORY` if the file is only saved as a whole,
 * between transactions; then it may also change under SQLite, which looks for that each time.
 */
export function prepareDatabase(opened: SqliteDatabase, journal: 'WAL' | 'MEMORY' = 'WAL'): Connection {
  registerFunctions(opened.database);
  const connection = connect(opened);
  // The browser's file pool has no shared memory: write-ahead logging works there for a single
  // owner.
  if (journal === 'WAL') connection.rows('PRAGMA locking_mode = EXCLUSIVE');
  connection.rows(`PRAGMA journal_mode = ${journal}`);
  connection.rows('PRAGMA synchronous = FULL');
  // In kB. With SQLite's 2,000 a search of a large table reads the file again for its count; in a
  // private window each page comes from another process.
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

/** A transaction in which references may dangle for a moment: tables are rebuilt. */
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

/** Also the trail, which is otherwise read-only: it goes with its table. */
export function dropEverything(connection: Connection, fill: () => void): void {
  withoutReferences(connection, () => {
    const tables = connection.rows(`SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite\\_%' ESCAPE '\\'`);
    for (const [name] of tables) connection.run(`DROP TABLE ${identifier(String(name))}`);
    for (const statement of ownTables) connection.run(statement);
    fill();
  });
}
