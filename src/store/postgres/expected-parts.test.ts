import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openEmbedded, postgresConnections } from '../../../testing/postgres/test-databases.ts';
import { readModel } from '../../model/read.ts';
import { conditionsOf } from '../sql/conditions.ts';
import type { Connection } from '../sql/connection.ts';
import { attachStore, openStore } from '../sql/document-store.ts';
import { keptSchema } from '../sql/meta.ts';
import { missingParts } from './expected-parts.ts';
import { postgresEngine } from './postgres-engine.ts';

const specs = ['helpdesk', 'conduit', 'booking', 'inventory', 'school'];
const modelOf = (name: string) => readModel(readFileSync(new URL(`../../../specs/${name}.md`, import.meta.url), 'utf8'));
const open = postgresConnections(openEmbedded);

function database(name: string) {
  const [connection, model] = [open(), modelOf(name)];
  const reopen = (): readonly string[] => {
    const store = attachStore(connection, postgresEngine);
    openStore(store, model);
    return store.mended;
  };
  const lacking = (): readonly string[] => {
    const schema = keptSchema(connection);
    if (schema === null) throw new Error('there is no data');
    return missingParts(connection, schema, conditionsOf(model, schema, postgresEngine)).map(({ what }) => what);
  };
  return { connection, reopen, lacking };
}

/** Removes everything that pg_dump writes after the data, except the columns. */
function bared(connection: Connection): void {
  const all = (query: string): string[] => connection.rows(query).map(([statement]) => String(statement));
  const here = `t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND t.relkind = 'r'`;
  const triggers = `SELECT format('DROP TRIGGER %I ON %I', g.tgname, t.relname) FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid WHERE ${here} AND NOT g.tgisinternal`;
  for (const statement of all(triggers)) connection.run(statement);
  const constraints = `SELECT format('ALTER TABLE %I DROP CONSTRAINT %I CASCADE', t.relname, c.conname) FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE ${here} AND t.relname !~ '^_' AND c.contype NOT IN ('n', 't') ORDER BY c.contype = 'p', c.contype`;
  for (const statement of all(constraints)) connection.run(statement);
  const indexes = `SELECT format('DROP INDEX %I', i.relname) FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid WHERE ${here} AND t.relname !~ '^_'`;
  for (const statement of all(indexes)) connection.run(statement);
  const required = `SELECT format('ALTER TABLE %I ALTER COLUMN %I DROP NOT NULL', t.relname, a.attname) FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid WHERE ${here} AND t.relname !~ '^_' AND a.attnum > 0 AND a.attnotnull AND a.attidentity = ''`;
  for (const statement of all(required)) connection.run(statement);
}

/** The structure of the database, as Postgres prints it. */
const shape = (connection: Connection): readonly string[] =>
  [
    ...connection.rows(
      `SELECT t.relname, c.contype, pg_get_constraintdef(c.oid) FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())`,
    ),
    ...connection.rows(`SELECT indexdef FROM pg_indexes WHERE schemaname = current_schema()`),
    ...connection.rows(
      `SELECT pg_get_triggerdef(g.oid) FROM pg_trigger g JOIN pg_class t ON t.oid = g.tgrelid WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND NOT g.tgisinternal`,
    ),
    ...connection.rows(
      `SELECT t.relname, a.attname FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid WHERE t.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND t.relkind = 'r' AND a.attnum > 0 AND a.attnotnull`,
    ),
  ]
    .map((row) => row.join(' '))
    .sort();

describe.each(specs)('%s', (name) => {
  test('lacks nothing after its creation, and gets back everything that a dump writes after the data', () => {
    const { connection, reopen, lacking } = database(name);
    expect(reopen()).toEqual([]);
    expect(lacking()).toEqual([]);
    const before = shape(connection);
    expect(before.length).toBeGreaterThan(20);
    bared(connection);
    expect(shape(connection)).not.toEqual(before);
    const gone = lacking();
    expect(gone.length).toBeGreaterThan(10);
    expect(reopen()).toEqual(gone);
    expect(shape(connection)).toEqual(before);
    expect(reopen()).toEqual([]);
  });
});

test('names records that prevent it, and creates nothing', () => {
  const { connection, reopen, lacking } = database('conduit');
  reopen();
  bared(connection);
  for (const id of ['a', 'b', 'b'])
    connection.run(`INSERT INTO "User" ("id", "createdAt", "updatedAt", "username", "email", "password") VALUES (?, 0, 0, ?, ?, 'none')`, [
      id,
      id,
      id === 'a' ? null : `${id}@example.com`,
    ]);
  connection.run(
    `INSERT INTO "Article" ("id", "createdAt", "updatedAt", "slug", "title", "description", "body", "author") VALUES ('1', 0, 0, 's', 't', 'd', 'b', 'nobody')`,
  );
  const before = shape(connection);
  const said = (): string => {
    try {
      reopen();
    } catch (error) {
      return error instanceof Error ? error.message : '';
    }
    return '';
  };
  const why = said();
  expect(why).toContain('User: its key (');
  expect(why).toContain('Key (id)=(b) is duplicated');
  expect(why).toContain('User.email: that it is never empty (not so with the records a)');
  expect(shape(connection)).toEqual(before);
  connection.run(`DELETE FROM "User" WHERE "id" = 'b'`);
  connection.run(`UPDATE "User" SET "email" = 'a@example.com'`);
  expect(said()).toContain('Key (author)=(nobody) is not present in table "User"');
  connection.run(`UPDATE "Article" SET "author" = 'a'`);
  expect(said()).toBe('');
  expect(lacking()).toEqual([]);
});
