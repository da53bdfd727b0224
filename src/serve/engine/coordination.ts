import postgres, { type Sql } from 'postgres';
import { clientOptions } from '../../store/postgres/server/client-options.ts';
import { readAddress } from '../../store/postgres/server/server-address.ts';
import type { Probe } from './pulse.ts';

/**
 * Connections besides the store's own, for coordination between processes on one database. Throws
 * RangeError for an invalid address.
 */
export const coordinate = (address: string, name: string, max = 2): Sql =>
  // By default postgres.js reconnects from time to time, which takes longer than a query.
  postgres({ ...clientOptions(readAddress(address, process.env['PGPASSWORD']), name), max, max_lifetime: null }) as Sql;

/** Asks the server over its own connection whether it answers. */
export function probe(address: string): Probe {
  const sql = coordinate(address, 'ninefold pulse', 1);
  return {
    ask: () => sql`SELECT 1`,
    // It never rejects: at the end of its time it cuts the connection.
    close: () => void sql.end({ timeout: 0 }),
  };
}

/** `ninefold` in ASCII: the number of the advisory lock. */
const lockNumber = '7955998172821908068';

/**
 * Runs the body while no other process runs one like it: creating the tables, migrating the data.
 */
export async function inTurn<T>(address: string, body: () => Promise<T>): Promise<T> {
  const sql = coordinate(address, 'ninefold start');
  try {
    // Query once before reserving: postgres.js waits forever if the first use of a connection is to
    // reserve it.
    await sql`SELECT 1`;
    const own = await sql.reserve();
    try {
      await own`SELECT pg_advisory_lock(${lockNumber}::bigint)`;
      return await body();
    } finally {
      // The lock goes with the connection.
      own.release();
    }
  } finally {
    await sql.end({ timeout: 2 });
  }
}
