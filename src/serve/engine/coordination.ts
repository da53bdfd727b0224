import postgres, { type Sql } from 'postgres';
import { clientOptions } from '../../store/postgres/server/client-options.ts';
import { readAddress } from '../../store/postgres/server/server-address.ts';
import type { Probe } from './pulse.ts';

/** Connections beside the store's own, for what processes over one database arrange among themselves. Throws RangeError for an address that it cannot read. */
export const coordinate = (address: string, name: string, max = 2): Sql =>
  // By itself postgres.js would open a new connection from time to time, which takes longer than to ask.
  postgres({ ...clientOptions(readAddress(address, process.env['PGPASSWORD']), name), max, max_lifetime: null }) as Sql;

/** Asks the server over a connection of its own whether it answers. */
export function probe(address: string): Probe {
  const sql = coordinate(address, 'ninefold pulse', 1);
  return {
    ask: () => sql`SELECT 1`,
    // It never rejects: at the end of its time it cuts the connection.
    close: () => void sql.end({ timeout: 0 }),
  };
}

/** `ninefold` in ASCII: the number under which the lock stands. */
const lockNumber = '7955998172821908068';

/** Does something while no other process does the same: making the tables, bringing the data along to a changed document. */
export async function inTurn<T>(address: string, body: () => Promise<T>): Promise<T> {
  const sql = coordinate(address, 'ninefold start');
  try {
    // Before it is reserved: postgres.js waits for ever where the first thing a connection does is to be reserved.
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
