import { parameter, raw, sql } from '../../expression/sql/fragment.ts';
import { unrepresentable } from '../../expression/sql/registered.ts';
import type { TableSchema } from '../schema.ts';
import type { Connection } from '../sql/connection.ts';
import { identifier } from '../sql/identifier.ts';
import { createIndexes, indexesOf } from '../sql/shape.ts';
import type { SqlEngine, Violation } from '../sql/sql-engine.ts';
import { brokenRule, createDefences, dropDefences, moveMark } from './defences.ts';
import { sqliteDialect } from './dialect.ts';
import { foldFunction } from './functions.ts';
import { dropEverything, withoutReferences } from './open.ts';
import { createOverlaps, overlapMark } from './overlaps.ts';
import { createLink, createTable, createTriggers } from './tables.ts';

export const sqliteEngine: SqlEngine = {
  dialect: sqliteDialect,
  createTable,
  completeTable: (_schema, table, conditions) => [
    ...createIndexes(table, conditions),
    ...createTriggers(table),
    ...createOverlaps(table, conditions),
  ],
  createLink,
  createReferences: () => [],
  migrating(connection, _from, _to, body) {
    withoutReferences(connection, () => {
      body();
      refuseBroken(connection);
    });
  },
  isTooLong: () => null,
  clear: (connection, fill) =>
    dropEverything(connection, () => {
      fill?.();
      refuseBroken(connection);
    }),
  putTrail: 'INSERT INTO "_audit" ("sequence", "at", "by", "entity", "record", "operation", "changes") VALUES (?, ?, ?, ?, ?, ?, ?)',
  // SQLite has one writer at a time, so no rows are locked by others.
  skipLocked: '',
  // Nothing to do: AUTOINCREMENT continues after the largest number ever written.
  continueTrail: () => undefined,
  // A database file is on one machine.
  laidOut: () => null,
  defences: (_connection, what) => (what === null ? [] : createDefences(what)),
  // The file has no roles: whoever has the file may do everything.
  guard: () => [],
  dropDefences,
  runAll(connection, statements) {
    for (const statement of statements) connection.run(statement);
  },
  withoutRuleChecks: (connection, body) =>
    connection.transaction(() => {
      connection.run('INSERT INTO "_pardon" ("transaction") VALUES (1) ON CONFLICT DO NOTHING');
      const result = body();
      connection.run('DELETE FROM "_pardon"');
      return result;
    }),
  broken: brokenRule,
  brokenAtEnd: () => null,

  remove: (connection, _schema, table, id) => connection.run(`DELETE FROM ${identifier(table.table)} WHERE "id" = ?`, [id]),

  textOrder: (text) => `${text} COLLATE NOCASE`,
  // Null is the smallest value, so descending order puts it last anyway. Ascending order reads an
  // index in two passes, which SQLite can do for the first key only; other keys get a separate key
  // that places null.
  inOrder(key, { descending, nullable, first }, fromEnd) {
    const down = raw(descending !== fromEnd ? ' DESC' : '');
    if (descending || !nullable) return sql`${key}${down}`;
    return first ? sql`${key}${down} NULLS ${raw(fromEnd ? 'FIRST' : 'LAST')}` : sql`${key} IS NULL${down}, ${key}${down}`;
  },
  indexKey: (key, { descending, nullable, first }) => (descending ? `${key} DESC` : nullable && !first ? `${key} IS NULL, ${key}` : key),
  // A database is one file, so no part can be missing.
  complete: () => [],
  hasDefences: () => true,
  listIndexes: () => [],
  // Every index costs each write some microseconds.
  leavesOutCovered: true,
  indexNames: (connection) => connection.rows(`SELECT "name" FROM sqlite_schema WHERE "type" = 'index'`).map(([name]) => String(name)),
  // A search tests every row, and half of its time would go to lower(), which copies each text.
  // LIKE ignores the case of ASCII letters without a copy; without letters there is no case.
  found(text, { text: needle, ascii }) {
    if (!ascii) return sql`(instr(${raw(foldFunction)}(${text}), ${parameter(needle)}) > 0)`;
    if (!/[a-z]/.test(needle)) return sql`(instr(${text}, ${parameter(needle)}) > 0)`;
    // SQLite refuses a pattern over 50,000 bytes, and ends one at a NUL.
    if (needle.length > 1000 || needle.includes('\0')) return sql`(instr(lower(${text}), ${parameter(needle)}) > 0)`;
    return sql`(${text} LIKE ${parameter(`%${needle.replace(/[\\%_]/g, '\\$&')}%`)} ESCAPE '\\')`;
  },
  // SQLite keeps no statistics to choose which table to start with.
  joinsToOrder: false,
  // Without parallel workers, reading in order until the page is full is no slower than a full
  // scan.
  searchesFirst: false,
  isOneOf: (id, ids) => sql`${id} IN (SELECT value FROM json_each(${parameter(JSON.stringify(ids))}))`,
  items: (list, alias) => `json_each(${list}) AS ${alias}`,
  // Not worth its size: in a browser there are few records, and everyone downloads each kilobyte.
  textsIn: () => null,
  numberText: (number) => sql`CAST(${number} AS TEXT)`,
  page: (limit, offset) => sql` LIMIT ${parameter(limit ?? -1)} OFFSET ${parameter(offset)}`,
  remembering:
    (connection) =>
    ({ text, parameters }) =>
      connection.row(text, parameters)?.[0] ?? null,
  moment: null,

  violation,
  isUnrepresentable: (error) =>
    error instanceof Error && (error.message.includes(unrepresentable) || error.message.includes('integer overflow')),
  isUnsupported: () => false,
};

function refuseBroken(connection: Connection): void {
  const broken = connection.rows('PRAGMA foreign_key_check');
  if (broken.length > 0)
    throw new Error(`this would leave ${broken.length} relations that lead to nothing (first: ${broken[0]?.join(' ')})`);
}

function violation(error: unknown, _schema: unknown, table: TableSchema): Violation | null {
  const message = error instanceof Error ? error.message : '';
  if (message.includes('FOREIGN KEY constraint failed')) return { kind: 'reference' };
  if (message.includes(moveMark)) return { kind: 'move' };
  const overlap = message.includes(overlapMark) ? message.slice(message.indexOf(overlapMark) + overlapMark.length) : null;
  if (overlap !== null) return { kind: 'overlap', rule: overlap };
  const unique = /UNIQUE constraint failed: (.+)$/.exec(message)?.[1];
  if (unique !== undefined) {
    const found = indexesOf(table).find(
      (index) =>
        index.unique !== null &&
        index.unique.lenient !== true &&
        // For an index with an expression SQLite reports its name, for others the columns.
        (unique === `index '${index.name}'` || index.columns.map((column) => `${table.table}.${column.column}`).join(', ') === unique),
    )?.unique;
    return { kind: 'unique', fields: found?.fields ?? ['id'], rule: found?.rule ?? null };
  }
  const empty = /NOT NULL constraint failed: (.+)$/.exec(message)?.[1];
  if (empty !== undefined) {
    const column = table.columns.find((candidate) => `${table.table}.${candidate.column}` === empty);
    return { kind: 'required', column: column ?? null, constraintName: empty };
  }
  const check = /CHECK constraint failed: (.+)$/.exec(message)?.[1];
  if (check !== undefined) {
    const column = table.columns.find((candidate) => check.startsWith(identifier(candidate.column)));
    return { kind: 'value', column: column ?? null, constraintName: check };
  }
  return null;
}
