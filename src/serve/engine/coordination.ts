import { readFileSync } from 'node:fs';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import postgres, { type Sql } from 'postgres';
import { readAddress, type ServerAddress } from '../../store/postgres/server/server-address.ts';
import type { Probe } from './pulse.ts';

/** Connections beside the store's own, for what processes over one database arrange among themselves. It reads addresses as the store does, and throws RangeError as it does. */
export function coordinate(address: string, name: string, max = 2): Sql {
  const server = readAddress(address, process.env['PGPASSWORD']);
  const { host, port, user, password, database } = server;
  return postgres({
    host,
    port,
    user,
    password,
    database,
    max,
    // By itself it would open a new one from time to time, which takes longer than to ask.
    max_lifetime: null,
    onnotice: () => undefined,
    connection: { application_name: name },
    ssl: encryptionOf(server),
  });
}

/** Asks the server over a connection of its own whether it answers. */
export function probe(address: string): Probe {
  const sql = coordinate(address, 'ninefold pulse', 1);
  return {
    ask: () => sql`SELECT 1`,
    // It never rejects: at the end of its time it cuts the connection.
    close: () => void sql.end({ timeout: 0 }),
  };
}

function encryptionOf({ encryption, host, rootCertificate }: ServerAddress): boolean | 'prefer' | ConnectionOptions {
  if (encryption === 'disable' || host.startsWith('/')) return false;
  if (encryption === 'prefer') return 'prefer';
  if (encryption === 'require') return { rejectUnauthorized: false };
  return {
    ...(rootCertificate === null ? {} : { ca: readFileSync(rootCertificate) }),
    // Whose name stands in the certificate is looked at by verify-full only.
    checkServerIdentity: (_name, certificate) => (encryption === 'verify-full' ? checkServerIdentity(host, certificate) : undefined),
  };
}

/** `ninefold` in ASCII: the number under which the lock stands. */
const lockNumber = '7955998172821908068';

/** Does something while no other process does the same: making the tables, bringing the data along to a changed document. */
export async function inTurn<T>(address: string, body: () => Promise<T>): Promise<T> {
  const sql = coordinate(address, 'ninefold start');
  try {
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
