import { Agent, get } from 'node:http';
import postgres from 'postgres';
import { startPostgres, whyNoServer } from '../testing/postgres/postgres-server.ts';
import { type Benchmark, type Figure, percentile } from './benchmark.ts';
import { fillUpTo, ticketId } from './scale/fill.ts';
import { type Helpdesk, startHelpdesk } from './scale/helpdesk.ts';

/** How many seconds: `LOAD=120 npm run bench -- steady` takes so many. */
const seconds = Number(process.env['LOAD'] ?? '600');
/** How many tickets. */
const tickets = Number(process.env['SCALE'] ?? '10000');
const connections = 500;
const watchers = 200;
/** Each connection asks once in so many ms. */
const pause = Number(process.env['PAUSE'] ?? '10000');

/**
 * A long load on one `serve` over Postgres: connections that are kept and ask for a page of a list
 * now and then, pages that wait for changes, and a change each second. Is its memory level, and is
 * everything answered without a queue?
 */
export const benchmark: Benchmark = {
  name: `steady: ${seconds} s`,
  async run() {
    const missing = whyNoServer();
    if (missing !== null) throw new Error(missing);
    const database = await startPostgres(['shared_buffers=256MB']);
    try {
      await (await startHelpdesk(database.address)).stop();
      const sql = postgres(database.address.replace(/\?.*$/, ''), { max: 1, onnotice: () => undefined });
      await fillUpTo(sql, tickets);
      await sql.end();
      const helpdesk = await startHelpdesk(database.address);
      try {
        return await loaded(helpdesk);
      } finally {
        await helpdesk.stop();
      }
    } finally {
      await database.close();
    }
  },
};

async function loaded(helpdesk: Helpdesk): Promise<readonly Figure[]> {
  const ends = performance.now() + seconds * 1000;
  const heard = { open: 0, changes: 0 };
  const streams = Array.from({ length: watchers }, (_, index) => watch(helpdesk.url, index, heard));
  const answers: number[] = [];
  const memory: number[] = [];
  const sampled = setInterval(() => memory.push(helpdesk.memory().now), 1000);
  const asking = Array.from({ length: connections }, async (_, index) => {
    // They do not begin together.
    await later((pause * index) / connections);
    while (performance.now() < ends) {
      const began = performance.now();
      await helpdesk.part('Queue', '1.0.0', { offset: 25 * (index % 20) });
      answers.push(performance.now() - began);
      await later(Math.min(pause - (performance.now() - began), ends - performance.now()));
    }
  });
  let changes = 0;
  while (performance.now() < ends) {
    const values = { priority: changes % 2 === 0 ? 'high' : 'low' };
    await helpdesk.call('run', [{ kind: 'update', entity: 'Ticket', id: ticketId((changes++ % 100) + 1), values }]);
    await later(1000);
  }
  await Promise.all(asking);
  clearInterval(sampled);
  for (const stream of streams) stream.destroy();
  const mean = (list: readonly number[]): number => list.reduce((sum, value) => sum + value, 0) / list.length;
  const quarter = Math.floor(memory.length / 4);
  return [
    { name: `answers to ${connections} connections`, value: answers.length / seconds, unit: '/s' },
    { name: 'an answer, median', value: percentile(answers, 0.5), unit: 'ms' },
    { name: 'an answer, 99 of 100', value: percentile(answers, 0.99), unit: 'ms' },
    { name: `watchers of ${watchers} that are connected`, value: heard.open, unit: '' },
    { name: 'changes heard by each', value: heard.changes / watchers, unit: '', against: { name: 'made', value: changes } },
    {
      name: 'memory in the last quarter',
      value: mean(memory.slice(-quarter)),
      unit: 'MB',
      against: { name: 'in the second', value: mean(memory.slice(quarter, 2 * quarter)) },
    },
    { name: 'most memory', value: helpdesk.memory().most, unit: 'MB' },
  ];
}

/** A page that waits for changes; each fifty from an address of its own. */
function watch(url: string, index: number, heard: { open: number; changes: number }): { destroy(): void } {
  const request = get(`${url}/~/events`, { agent: new Agent(), localAddress: `127.0.0.${2 + Math.floor(index / 50)}` }, (response) => {
    if (response.statusCode === 200) heard.open++;
    response.setEncoding('utf8');
    response.on('data', (text: string) => {
      heard.changes += text.split('event: changed').length - 1;
    });
    response.on('error', () => undefined);
  });
  // It is ended by us.
  request.on('error', () => undefined);
  return request;
}

const later = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
