import { expect, test } from 'vitest';
import { postgresConnections } from '../../../testing/postgres/test-databases.ts';
import { parameter, raw, sql } from '../../expression/sql/fragment.ts';
import { postgresEngine } from '../postgres/postgres-engine.ts';
import { sqliteEngine } from '../sqlite/sqlite-engine.ts';
import type { Connection } from './connection.ts';
import { createCounting } from './counting.ts';

const open = postgresConnections();

/**
 * Counts how often the rows are really read: a sequence advances with each read and is never rolled
 * back.
 */
function counted(): { connection: Connection; looks(): number } {
  const connection = open();
  connection.run('CREATE SEQUENCE "looked"');
  // The first number commits a change, later ones do not.
  connection.rows(`SELECT nextval('looked')`);
  connection.run('CREATE TABLE "thing" ("n" bigint NOT NULL)');
  connection.run('INSERT INTO "thing" VALUES (1), (2), (3)');
  return { connection, looks: () => Number(connection.row('SELECT last_value - 1 FROM "looked"')?.[0]) };
}
const above = (least: number | bigint) => sql`"thing", (SELECT nextval('looked')) AS l WHERE "n" > CAST(${parameter(least)} AS bigint)`;

test('counts rows once until a change is committed', () => {
  const { connection, looks } = counted();
  const count = createCounting(connection, postgresEngine);
  expect([count(above(1)), count(above(1)), count(above(1n))]).toEqual([2, 2, 2]);
  expect(looks()).toBe(1);
  expect(count(above(2))).toBe(1);
  expect(looks()).toBe(2);
  connection.transaction(() => connection.run('INSERT INTO "thing" VALUES (4)'));
  expect([count(above(1)), count(above(2))]).toEqual([3, 2]);
  expect(looks()).toBe(4);
});

test('counts each time inside a transaction, and forgets what is rolled back', () => {
  const { connection } = counted();
  const count = createCounting(connection, postgresEngine);
  expect(count(above(0))).toBe(3);
  const taken = () =>
    connection.transaction(() => {
      connection.run('INSERT INTO "thing" VALUES (4)');
      expect(count(above(0))).toBe(4);
      connection.run('DELETE FROM "thing"');
      expect(count(above(0))).toBe(0);
      throw new Error('taken back');
    });
  expect(taken).toThrow('taken back');
  expect(count(above(0))).toBe(3);
});

test('caches zero too', () => {
  const { connection, looks } = counted();
  const count = createCounting(connection, postgresEngine);
  expect([count(above(9)), count(above(9))]).toEqual([0, 0]);
  expect(looks()).toBe(1);
});

test('counts each time if the database does not reveal commits', () => {
  const { connection } = counted();
  const count = createCounting(connection, sqliteEngine);
  connection.run('CREATE TABLE "other" ("n" bigint)');
  expect(count(raw('"other"'))).toBe(0);
  connection.run('INSERT INTO "other" VALUES (1)');
  expect(count(raw('"other"'))).toBe(1);
});

test('looks for one row only if asked whether there is any', () => {
  const count = createCounting(open(), postgresEngine);
  const endless = sql`(WITH RECURSIVE s (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s) SELECT n FROM s) AS s WHERE n > ${parameter(2)}`;
  expect(count(endless, true)).toBe(1);
  const none = raw('(SELECT 1 AS n) AS s WHERE n > 1');
  expect([count(none, true), count(none), count(raw('(SELECT 1 AS n) AS s'), true)]).toEqual([0, 0, 1]);
});
