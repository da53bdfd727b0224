import postgres, { type Sql } from 'postgres';

/** A connection beside the store's own, for what processes over one database arrange among themselves. It reads the addresses that the store reads. */
export function coordinate(address: string, name: string): Sql {
  const url = new URL(address);
  const ssl = url.searchParams.get('sslmode') ?? 'prefer';
  const host = url.searchParams.get('host');
  url.search = '';
  return postgres(url.href, {
    max: 2,
    onnotice: () => undefined,
    connection: { application_name: name },
    ...(host === null ? {} : { host }),
    ssl: ssl === 'disable' ? false : ssl === 'prefer' ? 'prefer' : ssl === 'require' ? { rejectUnauthorized: false } : true,
  });
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
