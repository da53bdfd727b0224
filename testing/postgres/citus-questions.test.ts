import { expect, test } from 'vitest';
import { refusedByCitus } from './citus-questions.ts';

const divided = new Set(['Ticket', 'Comment']);
const asks = (sql: string): boolean => refusedByCitus(sql, divided);

test('a query of a single table is answered', () => {
  expect(asks('SELECT t1."id" FROM "Ticket" AS t1 WHERE t1."customer" = ? ORDER BY t1."id"')).toBe(false);
  expect(asks('SELECT count(*) FROM "Ticket" AS t1 WHERE (lower(t1."subject" COLLATE "C") = ?)')).toBe(false);
  expect(asks('SELECT t1."id" FROM "User" AS t1 WHERE t1."id" IN (SELECT t2."member" FROM "Ticket" AS t2 WHERE t2."owner" = ?)')).toBe(
    false,
  );
});

test('joins and correlated subqueries are refused', () => {
  expect(asks('SELECT t1."id" FROM "Ticket" AS t1 JOIN "User" AS t2 ON t2."id" = t1."customer"')).toBe(true);
  expect(asks('SELECT t1."id" FROM "User" AS t1 WHERE EXISTS (SELECT 1 FROM "Ticket" AS t2 WHERE t2."customer" = t1."id")')).toBe(true);
  expect(asks('SELECT (SELECT t2."name" FROM "User" AS t2 WHERE t2."id" = t1."customer") FROM "Ticket" AS t1')).toBe(true);
  expect(
    asks('SELECT 1 FROM "User" AS t1 WHERE (SELECT count(*) FROM (SELECT 1 FROM "Comment" AS t2 WHERE t2."author" = t1."id") AS t3) > 1'),
  ).toBe(true);
});

test('queries of tables that every machine has may use all of SQL', () => {
  expect(asks('SELECT t1."id" FROM "User" AS t1 WHERE EXISTS (SELECT 1 FROM "Place" AS t2 WHERE t2."owner" = t1."id")')).toBe(false);
});
