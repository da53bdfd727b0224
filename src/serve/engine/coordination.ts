import postgres, { type Sql } from 'postgres';
import { clientOptions } from '../../store/postgres/server/client-options.ts';
import { readAddress } from '../../store/postgres/server/server-address.ts';
import type { Probe } from './pulse.ts';

/**
 * Connections besides the store's own, for coordinating processes that share one database. `max`:
 * the largest number of connections. Throws RangeError for an invalid address.
 */
export const openCoordination = (address: string, name: string, max = 2): Sql =>
  // By default postgres.js reconnects from time to time, which takes longer than a query.
  postgres({ ...clientOptions(readAddress(address, process.env['PGPASSWORD']), name), max, max_lifetime: null }) as Sql;

/** Checks over a connection of its own whether the server answers. */
export function probe(address: string): Probe {
  const sql = openCoordination(address, 'ninefold pulse', 1);
  return {
    ask: () => sql`SELECT 1`,
    // This never rejects: after the timeout it cuts the connection.
    close: () => void sql.end({ timeout: 0 }),
  };
}

/** `ninefold` in ASCII: the number of the advisory lock. */
const lockNumber = '7955998172821908068';

/**
 * Runs the body while no other process on this database runs one through this function. Creating
 * the tables and migrating the data use it.
 */
export async function runExclusively<T>(address: string, body: () => Promise<T>): Promise<T> {
  const sql = openCoordination(address, 'ninefold start');
  try {
    // Query once before reserving: postgres.js waits forever if the first use of a connection is to
    // reserve it.
    await sql`SELECT 1`;
    const own = await sql.reserve();
    try {
      await own`SELECT pg_advisory_lock(${lockNumber}::bigint)`;
      return await body();
    } finally {
      // Closing the connection below also releases the lock.
      own.release();
    }
  } finally {
    await sql.end({ timeout: 2 });
  }
}
