import { beforeAll, expect, test } from 'vitest';
import { memoryDatabases } from '../../../testing/store/sqlite-database.ts';
import type { Connection, Parameter } from '../sql/connection.ts';
import { keptStatements } from '../sql/connection.ts';
import { prepareDatabase } from './open.ts';

let connection: Connection;
beforeAll(async () => {
  connection = prepareDatabase((await memoryDatabases())());
  connection.run('CREATE TABLE "any" ("id" INTEGER PRIMARY KEY, "value" ANY) STRICT');
});

const kept = (value: Parameter): unknown => {
  connection.run('INSERT INTO "any" ("id", "value") VALUES (1, ?) ON CONFLICT ("id") DO UPDATE SET "value" = excluded."value"', [value]);
  return connection.row('SELECT "value" FROM "any"')?.[0];
};

const long = 'ä€😀 '.repeat(20_000);

test.each<[string, Parameter]>([
  ['nothing', null],
  ['an empty text', ''],
  ['a text of several alphabets', 'Größe, 大きさ, 😀'],
  ['a text with a sign of nothing in it', 'a\0b'],
  ['a text that begins with the sign for the order of bytes', '\u{feff}a'],
  ['a text that is longer than the desk', long],
  ['a small number', -7],
  ['a number beyond 32 bits', 2 ** 40 + 1],
  ['the largest safe number', Number.MAX_SAFE_INTEGER],
  ['a number beyond 53 bits', 2n ** 62n + 1n],
  ['a fraction', 0.1],
])('%s comes back as it was', (_, value) => {
  expect(kept(value)).toBe(value);
});

test('bytes are read back unchanged, including empty ones', () => {
  for (const bytes of [Uint8Array.of(0, 255, 7), new Uint8Array(100_000).fill(9)]) {
    connection.run('INSERT OR REPLACE INTO "any" ("id", "value") VALUES (1, ?)', [bytes]);
    expect(connection.bytes('SELECT "value" FROM "any"')).toEqual(bytes);
  }
  kept(null);
  expect(connection.bytes('SELECT "value" FROM "any"')).toBeNull();
});

test('binds several texts independently of earlier values', () => {
  const values = (...texts: readonly (string | null)[]) => connection.row('SELECT ?, ?, ?', texts);
  expect(values('one', long, 'three')).toEqual(['one', long, 'three']);
  expect(values('a', null, long)).toEqual(['a', null, long]);
  expect(values('x'.repeat(21_000), 'y'.repeat(21_000), 'z')).toEqual(['x'.repeat(21_000), 'y'.repeat(21_000), 'z']);
  expect(values(null, 'b', 'c')).toEqual([null, 'b', 'c']);
});

test('throws for too few or too many parameters', () => {
  expect(() => connection.row('SELECT ?, ?', ['one'])).toThrow('2 parameters are wanted and 1 were given: SELECT ?, ?');
  expect(() => connection.row('SELECT ?', ['one', 'two'])).toThrow('1 parameters are wanted and 2 were given: SELECT ?');
});

test('a refused statement can run again, and reports each error', () => {
  connection.run('CREATE TABLE "small" ("n" INTEGER NOT NULL CHECK ("n" < 10)) STRICT');
  const put = (n: number) => connection.run('INSERT INTO "small" VALUES (?)', [n]);
  expect(() => put(10)).toThrow('CHECK constraint failed');
  put(3);
  expect(() => put(11)).toThrow('CHECK constraint failed');
  expect(connection.rows('SELECT "n" FROM "small"')).toEqual([[3]]);
});

test('works with more statements than are kept ready', () => {
  for (let number = 0; number < keptStatements + 20; number++) expect(connection.row(`SELECT ${number}, ?`, ['a'])).toEqual([number, 'a']);
  expect(connection.row('SELECT 0, ?', ['b'])).toEqual([0, 'b']);
});
