import postgres, { type Sql } from 'postgres';
import type { ListOptions } from '../src/engine/part-data.ts';
import { startPostgres, whyNoServer } from '../testing/postgres/postgres-server.ts';
import { type Benchmark, type Figure, median } from './benchmark.ts';
import { fillUpTo, makeDue } from './scale/fill.ts';
import { type Helpdesk, startHelpdesk } from './scale/helpdesk.ts';

/** How many tickets: `SCALE=1000,10000 npm run bench -- scale` measures only these. */
const sizes = (process.env['SCALE'] ?? '1000,10000,100000,1000000').split(',').map(Number);
/** Timers that are due when the service starts. */
const firing = 20;
/** Records in a request of the list's CSV. */
const exported = 1000;

/**
 * The helpdesk on a Postgres server with up to a million tickets: what a manager's screens ask for,
 * each beside the SQL that someone would write for just that. Something is committed before each
 * request, so nothing that is remembered until then helps.
 */
export const benchmark: Benchmark = {
  name: 'scale',
  async run() {
    const missing = whyNoServer();
    if (missing !== null) throw new Error(missing);
    const database = await startPostgres(['shared_buffers=512MB', 'max_wal_size=8GB']);
    const sql = postgres(database.address.replace(/\?.*$/, ''), { max: 1, onnotice: () => undefined });
    const figures: Figure[] = [];
    try {
      // Makes the tables.
      await (await startHelpdesk(database.address)).stop();
      await sql`CREATE TABLE IF NOT EXISTS public.ticks (at timestamptz NOT NULL DEFAULT now())`;
      for (const size of sizes) {
        await fillUpTo(sql, size);
        figures.push(...(await measured(sql, database.address, size)));
      }
      return figures;
    } finally {
      await sql.end();
      await database.close();
    }
  },
};

async function measured(sql: Sql, address: string, size: number): Promise<readonly Figure[]> {
  const left = await makeDue(sql, firing);
  const helpdesk = await startHelpdesk(address);
  const named = (name: string): string => `${size.toLocaleString('en')}: ${name}`;
  const figures: Figure[] = [{ name: named('start'), value: helpdesk.started, unit: 'ms' }];
  try {
    const began = performance.now();
    while ((await left()) > 0) {
      if (performance.now() - began > 60_000) throw new Error(`${await left()} timers did not fire within a minute`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    figures.push({ name: named(`processor time until ${firing} timers fired`), value: helpdesk.processor(), unit: 'ms' });
    for (const { name, ask, byHand } of questions(size)) {
      const ours = await typical(sql, () => ask(helpdesk));
      const theirs = await typical(sql, () => byHand(sql));
      figures.push({ name: named(name), value: ours, unit: 'ms', against: { name: 'by hand', value: theirs } });
    }
    const { now, most } = helpdesk.memory();
    figures.push({ name: named('memory afterwards'), value: now, unit: 'MB' }, { name: named('most memory'), value: most, unit: 'MB' });
    return figures;
  } finally {
    await helpdesk.stop();
  }
}

/** The median of three, in ms; one that takes seconds is measured once. */
async function typical(sql: Sql, ask: () => Promise<unknown>): Promise<number> {
  const samples: number[] = [];
  while (samples.length < 3) {
    await sql`INSERT INTO public.ticks DEFAULT VALUES`;
    const start = performance.now();
    await ask();
    samples.push(performance.now() - start);
    if ((samples.at(-1) ?? 0) > 2000) break;
  }
  return median(samples);
}

interface Question {
  readonly name: string;
  ask(helpdesk: Helpdesk): Promise<unknown>;
  byHand(sql: Sql): Promise<unknown>;
}

const [list, board, calendar] = ['1.0.0', '1.1.0', '1.2.0'] as const;
const queue =
  (options: ListOptions = {}) =>
  (helpdesk: Helpdesk) =>
    helpdesk.part('Queue', list, options);

/** The order of the queue, as its index has it. */
const due = `"createdAt" + CASE WHEN priority = 'high' THEN 14400000000 ELSE 259200000000 END`;
const urgent = `CASE priority WHEN 'low' THEN 0 WHEN 'normal' THEN 1 WHEN 'high' THEN 2 END DESC, ${due}, id`;
const page = `SELECT * FROM ninefold."Ticket" WHERE status <> 'closed'`;
const count = (where: string): string => `SELECT count(*) FROM (SELECT 1 FROM ninefold."Ticket" WHERE ${where} LIMIT 10001) AS t`;
/** Statements one after the other. */
const sqlOf =
  (...statements: readonly string[]) =>
  async (sql: Sql) => {
    for (const statement of statements) await sql.unsafe(statement);
  };

function questions(size: number): readonly Question[] {
  const waiting = Math.ceil((size * 31) / 60);
  const last = Math.floor((waiting - 1) / 25) * 25;
  const found = (text: string): string => `(strpos(lower(subject), '${text}') > 0 OR strpos(lower(body), '${text}') > 0)`;
  const sought = (text: string) => sqlOf(`${page} AND ${found(text)} ORDER BY ${urgent} LIMIT 25`);
  const someDay = new Date(Date.now() - 30 * 86_400_000);
  const month = { from: someDay.toISOString(), to: new Date().toISOString() };
  const inMonth = `${due} >= ${someDay.getTime()}000 AND ${due} <= ${Date.now()}000`;
  return [
    {
      name: 'list of 25',
      ask: queue(),
      byHand: sqlOf(`${page} ORDER BY ${urgent} LIMIT 25`, count(`status <> 'closed'`)),
    },
    {
      name: 'its last page',
      ask: queue({ offset: last }),
      byHand: sqlOf(`SELECT * FROM (${page} ORDER BY ${urgent.replace(' DESC', '').replace(/, /g, ' DESC, ')} DESC LIMIT 25) AS t`),
    },
    { name: 'search with a hit', ask: queue({ search: 'noise 777' }), byHand: sought('noise 777') },
    { name: 'search without a hit', ask: queue({ search: 'giraffe' }), byHand: sought('giraffe') },
    {
      name: 'sorted by customer',
      ask: queue({ sort: [{ field: 'customer', descending: false }] }),
      byHand: sqlOf(
        `SELECT t.* FROM ninefold."User" u CROSS JOIN LATERAL (${page} AND customer = u.id ORDER BY id LIMIT 25) AS t ORDER BY lower(u.name), t.id LIMIT 25`,
      ),
    },
    {
      name: 'figures',
      ask: (helpdesk) => Promise.all(['0.0', '0.1', '0.2'].map((part) => helpdesk.part('Queue', part))),
      byHand: sqlOf(
        `SELECT count(*) FROM ninefold."Ticket" WHERE status = 'open'`,
        `SELECT count(*) FROM ninefold."Ticket" WHERE status IN ('open', 'assigned') AND ${due} < ${Date.now()}000`,
      ),
    },
    {
      name: 'board',
      ask: (helpdesk) => helpdesk.part('Queue', board),
      byHand: sqlOf(
        ...['open', 'assigned', 'resolved', 'closed'].flatMap((state) => [
          `SELECT * FROM ninefold."Ticket" WHERE status = '${state}' ORDER BY id LIMIT 50`,
          count(`status = '${state}'`),
        ]),
      ),
    },
    {
      name: 'calendar, a month',
      ask: (helpdesk) => helpdesk.part('Queue', calendar, { range: month }),
      byHand: sqlOf(`SELECT * FROM ninefold."Ticket" WHERE ${inMonth} ORDER BY ${due}, id LIMIT 2000`, count(inMonth)),
    },
    {
      name: 'chart by state',
      ask: (helpdesk) => helpdesk.part('Team', '0'),
      byHand: sqlOf(`SELECT status, count(*) FROM ninefold."Ticket" GROUP BY 1`),
    },
    {
      name: 'chart by assignee',
      ask: (helpdesk) => helpdesk.part('Team', '1'),
      byHand: sqlOf(`SELECT assignee, count(*) FROM ninefold."Ticket" GROUP BY 1`),
    },
    {
      name: 'chart by week',
      ask: (helpdesk) => helpdesk.part('Team', '2'),
      byHand: sqlOf(`SELECT ("createdAt" + 259200000000) / 604800000000, count(*) FROM ninefold."Ticket" GROUP BY 1`),
    },
    {
      name: 'agents and their counts',
      ask: (helpdesk) => helpdesk.part('Team', '3'),
      byHand: sqlOf(
        `SELECT u.*, (SELECT count(*) FROM ninefold."Ticket" WHERE assignee = u.id AND status = 'assigned'),
         (SELECT count(*) FROM ninefold."Ticket" WHERE assignee = u.id AND status IN ('resolved', 'closed')) FROM ninefold."User" u WHERE role = 'agent'`,
      ),
    },
    {
      name: 'CSV, a thousand in the middle',
      ask: queue({ offset: Math.floor(waiting / 2), limit: exported }),
      byHand: sqlOf(`${page} ORDER BY ${urgent} LIMIT ${exported} OFFSET ${Math.floor(waiting / 2)}`),
    },
  ];
}
