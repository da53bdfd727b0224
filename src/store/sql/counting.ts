import { type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import type { Asking } from './connection.ts';
import type { SqlEngine } from './sql-engine.ts';

/** Counts rows. */
export function createCounting(connection: Asking, sqlEngine: SqlEngine): (from: SqlFragment) => number {
  const ask = sqlEngine.remembering(connection, sqlEngine, 100);
  return (from) => Number(ask(sql`SELECT count(*) FROM ${from}`) ?? 0);
}
