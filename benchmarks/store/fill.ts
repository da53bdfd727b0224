import type { BenchDatabase } from './kinds.ts';

/** The helpdesk's data for measuring: people, tickets of theirs, and an answer to each ticket. */
export const people = 1000;
/** The first of them is a customer, the second an agent, all others are customers. */
export const customer = 1;
export const agent = 2;
export const epoch = 1_767_603_600_000_000;

const id = (kind: number, number: string, { padded }: BenchDatabase): string => `'0189000${kind}-0000-7000-8000-' || ${padded(number)}`;

export const idOf = (kind: 0 | 1 | 2, number: number): string => `0189000${kind}-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** By SQL: by the store it would take minutes. */
export function fill(database: BenchDatabase, tickets: number): void {
  const { connection, series } = database;
  const each = (table: string, values: Readonly<Record<string, string>>, count: number): void =>
    connection.run(
      `INSERT INTO "${table}" (${Object.keys(values)
        .map((column) => `"${column}"`)
        .join(', ')}) SELECT ${Object.values(values).join(', ')} FROM ${series(count)}`,
    );
  const stamps = { createdAt: `${epoch} - CAST(n AS bigint) * 60000000`, updatedAt: String(epoch) };
  connection.transaction(() => {
    each(
      'User',
      {
        ...stamps,
        id: id(0, 'n', database),
        name: `'User ' || n`,
        email: `'user' || n || '@example.com'`,
        password: `'x'`,
        role: `CASE n WHEN ${agent} THEN 'agent' ELSE 'customer' END`,
      },
      people,
    );
    each(
      'Ticket',
      {
        ...stamps,
        id: id(1, 'n', database),
        number: 'n',
        subject: `'The boiler makes a noise ' || n`,
        body: `'It hums at night, and the radiators stay cold.'`,
        priority: `CASE n % 3 WHEN 0 THEN 'low' WHEN 1 THEN 'normal' ELSE 'high' END`,
        status: `CASE n % 4 WHEN 0 THEN 'open' WHEN 1 THEN 'assigned' WHEN 2 THEN 'resolved' ELSE 'closed' END`,
        customer: id(0, `(n % ${people} + 1)`, database),
        tags: `'["a"]'`,
      },
      tickets,
    );
    each(
      'Comment',
      {
        ...stamps,
        id: id(2, 'n', database),
        ticket: id(1, 'n', database),
        author: id(0, String(agent), database),
        body: `'Look at the valve.'`,
      },
      tickets,
    );
    connection.run('INSERT INTO "_serial" ("entity", "field", "last") VALUES (?, ?, ?)', ['Ticket', 'number', tickets]);
  });
  connection.run('ANALYZE');
}
