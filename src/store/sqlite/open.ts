import type { Database } from '@sqlite.org/sqlite-wasm';
import type { Schema } from '../schema.ts';
import { type Connection, connect } from './connection.ts';
import { registerFunctions } from './functions.ts';
import { identifier } from './identifier.ts';
import { ownTables } from './tables.ts';

const schemaKey = 'schema';

/** A connection to a database as the store needs it: functions registered, constraints kept, nothing acknowledged before it is on disk. */
export function prepareDatabase(database: Database): Connection {
  registerFunctions(database);
  const connection = connect(database);
  // The pool of files in the browser has no shared memory: write-ahead logging works there for a single owner.
  connection.rows('PRAGMA locking_mode = EXCLUSIVE');
  connection.rows('PRAGMA journal_mode = WAL');
  connection.rows('PRAGMA synchronous = FULL');
  connection.rows('PRAGMA foreign_keys = ON');
  if (connection.row('SELECT 1 FROM sqlite_schema WHERE "name" = ?', ['_meta']) === null) {
    connection.transaction(() => {
      for (const statement of ownTables) connection.run(statement);
    });
  }
  return connection;
}

export function readMeta(connection: Connection, key: string): string | null {
  const row = connection.row('SELECT "value" FROM "_meta" WHERE "key" = ?', [key]);
  return row === null ? null : String(row[0]);
}

export const writeMeta = (connection: Connection, key: string, value: string): void =>
  connection.run('INSERT INTO "_meta" ("key", "value") VALUES (?, ?) ON CONFLICT DO UPDATE SET "value" = excluded."value"', [key, value]);

/** The schema that the data was made under; null for an empty database. */
export function keptSchema(connection: Connection): Schema | null {
  const kept = readMeta(connection, schemaKey);
  return kept === null ? null : (JSON.parse(kept) as Schema);
}

export const keepSchema = (connection: Connection, schema: Schema): void => writeMeta(connection, schemaKey, JSON.stringify(schema));

/** Also the trail, which nobody rewrites: it goes with its table. */
export function dropEverything(connection: Connection): void {
  connection.forget();
  connection.rows('PRAGMA foreign_keys = OFF');
  try {
    connection.transaction(() => {
      const tables = connection.rows(
        `SELECT "name" FROM sqlite_schema WHERE "type" = 'table' AND "name" NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      );
      for (const [name] of tables) connection.run(`DROP TABLE ${identifier(String(name))}`);
      for (const statement of ownTables) connection.run(statement);
    });
  } finally {
    connection.forget();
    connection.rows('PRAGMA foreign_keys = ON');
  }
}
