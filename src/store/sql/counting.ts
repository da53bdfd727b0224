import { type SqlFragment, sql } from '../../expression/sql/fragment.ts';
import type { Asking } from './connection.ts';
import type { Flavour } from './flavour.ts';

/** Counts rows. */
export function createCounting(connection: Asking, flavour: Flavour): (from: SqlFragment) => number {
  const ask = flavour.remembering(connection, flavour, 100);
  return (from) => Number(ask(sql`SELECT count(*) FROM ${from}`) ?? 0);
}
