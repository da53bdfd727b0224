import type { Layout } from '../layout/layout.ts';
import type { Schema } from '../schema.ts';
import type { Connection } from './connection.ts';

/** The setting with the schema of the data. */
export const schemaKey = 'schema';
/** The setting with a hash of the triggers and functions for the document (defences.ts). */
export const defencesKey = 'defences';

/** The setting with the layout over several machines (layout/). Absent: all tables are on one. */
export const layoutKey = 'layout';

/** Settings about the database itself, which snapshots leave out. */
export const databaseKeys: readonly string[] = [schemaKey, defencesKey, layoutKey];

export function readMeta(connection: Connection, key: string): string | null {
  const row = connection.row('SELECT "value" FROM "_meta" WHERE "key" = ?', [key]);
  return row === null ? null : String(row[0]);
}

export function writeMeta(connection: Connection, key: string, value: string | null): void {
  if (value === null) connection.run('DELETE FROM "_meta" WHERE "key" = ?', [key]);
  else
    connection.run('INSERT INTO "_meta" ("key", "value") VALUES (?, ?) ON CONFLICT ("key") DO UPDATE SET "value" = excluded."value"', [
      key,
      value,
    ]);
}

/** The settings with this prefix. Keys are compared by code point, so these are adjacent. */
export function metaUnder(connection: Connection, beginning: string): ReadonlyMap<string, string> {
  const select = 'SELECT "key", "value" FROM "_meta"';
  const last = beginning.charCodeAt(beginning.length - 1);
  // For an empty prefix there is no upper bound.
  const rows = Number.isNaN(last)
    ? connection.rows(`${select} ORDER BY "key"`)
    : connection.rows(`${select} WHERE "key" >= ? AND "key" < ? ORDER BY "key"`, [
        beginning,
        `${beginning.slice(0, -1)}${String.fromCharCode(last + 1)}`,
      ]);
  return new Map(rows.map(([key, value]) => [String(key).slice(beginning.length), String(value)]));
}

/** The schema of the stored data; null for an empty database. */
export function keptSchema(connection: Connection): Schema | null {
  const kept = readMeta(connection, schemaKey);
  return kept === null ? null : (JSON.parse(kept) as Schema);
}

export const keepSchema = (connection: Connection, schema: Schema): void => writeMeta(connection, schemaKey, JSON.stringify(schema));

/** The layout of the tables; null if all are on one machine. */
export function keptLayout(connection: Connection): Layout | null {
  const kept = readMeta(connection, layoutKey);
  return kept === null ? null : (JSON.parse(kept) as Layout);
}
