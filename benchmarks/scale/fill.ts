import { createHash } from 'node:crypto';
import type { Sql } from 'postgres';

/** The token of the manager who asks. */
export const token = 'benchmark';
/** Customers, and after them agents: each is found by its label. */
const customers = 1000;
const agents = 20;
/** One ticket in so many has an answer. */
const answered = 10;

/** The id of a ticket. */
export const ticketId = (number: number): string => `01890001-0000-7000-8000-${String(number).padStart(12, '0')}`;

/**
 * Fills the helpdesk's tables up to this many tickets. Triggers do not run: what they keep is put
 * in by hand. The tickets are of two years, the newest first.
 */
export async function fillUpTo(sql: Sql, tickets: number): Promise<void> {
  const hash = createHash('sha256').update(token).digest('hex');
  const [{ last: before } = { last: 0 }] = await sql<{ last: number }[]>`SELECT count(*)::int AS last FROM ninefold."Ticket"`;
  const now = Date.now();
  const micro = `${now}000::bigint`;
  const user = (number: string): string => `'01890000-0000-7000-8000-' || lpad((${number})::text, 12, '0')`;
  const ticket = (number: string): string => `'01890001-0000-7000-8000-' || lpad((${number})::text, 12, '0')`;
  // Spread over two years, in another order than the numbers.
  const age = '((n * 7919::bigint) % 730) * 86400000000 + (n % 86400) * 1000000::bigint';
  const created = `${micro} - 86400000000 - ${age}`;
  await sql.unsafe(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    SET LOCAL synchronous_commit = off;
    INSERT INTO ninefold."User" (id, "createdAt", "updatedAt", name, email, password, role)
      SELECT ${user('n')}, ${micro}, ${micro}, 'Person ' || n, 'person' || n || '@example.com', 'x',
        CASE WHEN n = ${customers + agents + 1} THEN 'manager' WHEN n > ${customers} THEN 'agent' ELSE 'customer' END
      FROM generate_series(1, ${customers + agents + 1}) n ON CONFLICT DO NOTHING;
    INSERT INTO ninefold._session (token_hash, account, began, expires)
      VALUES ('${hash}', ${user(String(customers + agents + 1))}, ${now}, ${now} + 86400000) ON CONFLICT DO NOTHING;
    INSERT INTO ninefold."Ticket" (id, "createdAt", "updatedAt", number, subject, body, priority, status, customer, assignee, tags, "resolvedAt")
      SELECT ${ticket('n')}, ${created}, ${created}, n + 1000, 'The boiler makes a noise ' || n, 'It hums at night, and the radiators stay cold.',
        (ARRAY['low', 'normal', 'high'])[n % 3 + 1],
        CASE WHEN n % 60 = 0 THEN 'resolved' WHEN n % 4 = 0 THEN 'open' WHEN n % 4 = 1 THEN 'assigned' ELSE 'closed' END,
        ${user(`n % ${customers} + 1`)}, CASE WHEN n % 4 = 0 AND n % 60 <> 0 THEN NULL ELSE ${user(`n % ${agents} + ${customers + 1}`)} END, '["a"]',
        CASE WHEN n % 60 = 0 THEN ${micro} - (n % 13) * 86400000000 END
      FROM generate_series(${before + 1}, ${tickets}) n;
    INSERT INTO ninefold._entered (entity, field, record, at)
      SELECT 'Ticket', 'status', ${ticket('n')}, ${now} - (n % 13) * 86400000
      FROM generate_series(${before + 1}, ${tickets}) n ON CONFLICT DO NOTHING;
    INSERT INTO ninefold."Comment" (id, "createdAt", "updatedAt", ticket, author, body)
      SELECT '01890002-0000-7000-8000-' || lpad(n::text, 12, '0'), ${micro}, ${micro}, ${ticket('n')}, ${user(`n % ${agents} + ${customers + 1}`)}, 'Look at the valve.'
      FROM generate_series(${before + 1}, ${tickets}) n WHERE n % ${answered} = 0;
    INSERT INTO ninefold._serial (entity, field, last) VALUES ('Ticket', 'number', ${tickets + 1000})
      ON CONFLICT (entity, field) DO UPDATE SET last = excluded.last;
    COMMIT;
  `);
  await sql.unsafe('VACUUM ANALYZE');
}

/** Makes the timers of so many tickets due. Gives what counts those that have not fired yet. */
export async function makeDue(sql: Sql, count: number): Promise<() => Promise<number>> {
  const due = await sql<{ id: string }[]>`SELECT id FROM ninefold."Ticket" WHERE status = 'resolved' ORDER BY id LIMIT ${count}`;
  const ids = due.map(({ id }) => id);
  await sql`UPDATE ninefold._entered SET at = ${Date.now() - 15 * 86_400_000} WHERE record = ANY(${ids})`;
  return async () => {
    const [left] = await sql<{ left: number }[]>`
      SELECT count(*)::int AS left FROM ninefold."Ticket" WHERE id = ANY(${ids}) AND status = 'resolved'`;
    return left?.left ?? 0;
  };
}
