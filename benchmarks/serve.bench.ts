import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import postgres, { type Sql } from 'postgres';
import { startPostgres, whyNoServer } from '../testing/postgres/postgres-server.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { ask, askedOf, type CallName, type Contender, distinct, headersOf } from './serve/contender.ts';
import { startGivenRealWorld, startPublishedRealWorld } from './serve/realworld.ts';
import { startJsonServer, startPrism } from './serve/servers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const token = 'benchmark';
const articles = 100_000;
const people = 100;

/**
 * Four calls of specs/conduit.md over 100,000 articles, beside a server that someone wrote by hand
 * for just these four, over the same Postgres in the same run; beside implementations of RealWorld,
 * and beside what someone gets without writing a server.
 */
export const benchmark: Benchmark = {
  name: 'serve',
  async run() {
    const missing = whyNoServer();
    if (missing !== null) throw new Error(missing);
    const database = await startPostgres();
    const address = database.address.replace(/\?.*$/, '');
    const sql = postgres(address, { max: 1, onnotice: () => undefined });
    const started: Contender[] = [];
    const add = async (contender: Promise<Contender>): Promise<Contender> => {
      started.push(await contender);
      return contender;
    };
    try {
      const handWritten = await add(start('hand-written', ['benchmarks/serve/hand-written.mjs', address]));
      const settings = ['--port', '0', '--screens', 'no', '--examples', 'no', '--requests-per-minute', '0', '--log', 'errors'];
      const own = await add(
        start('ours', ['bin/ninefold.js', 'serve', 'testing/documents/conduit.md', '--database', database.address, ...settings]),
      );
      await fill(sql);
      await add(startPublishedRealWorld(articles, people));
      const given = await startGivenRealWorld(address, articles, people);
      if (given !== null) started.push(given);
      await add(startJsonServer(articles, people, own.authorization));
      await add(startPrism(own));
      for (const contender of started) await checkList(contender);
      const figures: Figure[] = [];
      for (const { name, call, besideWrites } of measured) {
        // Those that keep nothing, or all of it elsewhere, have no concurrent writer.
        const contenders = besideWrites ? [handWritten, own] : started;
        const writer = besideWrites ? writing(sql) : null;
        const results = await compare(contenders, call);
        await writer?.end();
        figures.push(...figuresOf(name, own, results));
      }
      return figures;
    } finally {
      for (const { stop } of started) stop();
      await sql.end();
      await database.close();
    }
  },
};

interface Measured {
  readonly name: string;
  readonly call: CallName;
  /** Someone else commits something all the time. */
  readonly besideWrites: boolean;
}

const measured: readonly Measured[] = [
  { name: 'list of 20', call: 'list of 20', besideWrites: false },
  { name: 'list of 20 beside writes', call: 'list of 20', besideWrites: true },
  { name: 'get by slug', call: 'get by slug', besideWrites: false },
  { name: 'create', call: 'create', besideWrites: false },
  { name: 'favorite', call: 'favorite', besideWrites: false },
];

/**
 * Each alike: warmed once, for a server that has just started compiles its code first, then in
 * turn, twice: what a noisy machine does to one it does to the others. The better run counts.
 */
async function compare(contenders: readonly Contender[], call: CallName): Promise<ReadonlyMap<Contender, autocannon.Result>> {
  const best = new Map<Contender, autocannon.Result>();
  for (const contender of contenders) await fire(contender, call);
  for (let round = 0; round < 2; round++) {
    for (const contender of contenders) {
      const result = await fire(contender, call);
      const before = best.get(contender);
      if (before === undefined || wellAnswered(result) > wellAnswered(before)) best.set(contender, result);
    }
  }
  return best;
}

async function fire(contender: Contender, call: CallName): Promise<autocannon.Result> {
  const { path, method = 'GET', body } = askedOf(contender, call);
  const result = await autocannon({
    url: `${contender.url}${path}`,
    method,
    ...(body === undefined ? {} : { requests: [{ setupRequest: (request) => ({ ...request, body: distinct(body) }) }] }),
    connections: 16,
    duration: 4,
    headers: headersOf(contender),
  });
  // Who was overrun works on for a while: not beside the next one.
  await ask(contender, 'get by slug');
  return result;
}

/** A second. What was refused, or not answered in time, is no answer. */
const wellAnswered = (result: autocannon.Result): number => result['2xx'] / result.duration;

function figuresOf(name: string, own: Contender, results: ReadonlyMap<Contender, autocannon.Result>): Figure[] {
  const ours = results.get(own);
  if (ours === undefined || ours['2xx'] === 0) throw new Error(`${name}: ours answered nothing`);
  return [...results].flatMap(([contender, result]): Figure[] => {
    const refused = result.non2xx + result.errors;
    // json-server writes its whole file for each change: it may be overrun, and its figure says so.
    if (refused > 0 && contender.name !== 'json-server') throw new Error(`${name}: ${contender.name} refused ${refused}`);
    if (contender === own) return [];
    return [
      {
        name: `${name}, requests`,
        value: wellAnswered(ours),
        unit: '/s',
        against: { name: contender.name, value: wellAnswered(result) },
      },
      {
        name: `${name}, 99th percentile`,
        value: ours.latency.p99,
        unit: 'ms',
        against: { name: contender.name, value: result.latency.p99 },
      },
    ];
  });
}

/** That each sends a page of twenty: an answer that is smaller is sent sooner. */
async function checkList(contender: Contender): Promise<void> {
  const answer = (await ask(contender, 'list of 20')) as readonly unknown[] | { readonly articles: readonly unknown[] };
  const found = 'articles' in answer ? answer.articles : answer;
  if (found.length !== 20) throw new Error(`${contender.name} lists ${found.length} articles`);
}

/**
 * A count that someone remembers holds until something is committed: here that is five
 * milliseconds.
 */
function writing(sql: Sql): { end(): Promise<void> } {
  let over = false;
  const done = (async () => {
    while (!over) {
      await sql`INSERT INTO baseline.ticks DEFAULT VALUES`;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    end() {
      over = true;
      return done;
    },
  };
}

/** One that says on standard error where it listens. */
function start(name: string, args: readonly string[]): Promise<Contender> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  return new Promise((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (data) => {
      said += data;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
      if (url !== undefined) resolve({ name, url, authorization: `Token ${token}`, stop: () => child.kill('SIGTERM') });
    });
    child.on('close', (code) => reject(new Error(`${name} ended with ${code}: ${said}`)));
  });
}

/** The same people, articles and session for both. */
async function fill(sql: Sql): Promise<void> {
  const hash = createHash('sha256').update(token).digest('hex');
  await sql.unsafe(`
    CREATE TABLE baseline.ticks (at timestamptz NOT NULL DEFAULT now());
    INSERT INTO baseline.users SELECT gen_random_uuid(), 'u' || n, 'u' || n || '@example.com', null, null FROM generate_series(1, ${people}) n;
    INSERT INTO baseline.sessions SELECT '${token}', id, now() + interval '1 day' FROM baseline.users WHERE username = 'u1';
    INSERT INTO baseline.articles SELECT gen_random_uuid(), 'slug-' || n, 'Title ' || n, 'About', 'Body', ARRAY['b', 'a'], (SELECT id FROM baseline.users WHERE username = 'u' || (n % ${people} + 1)),
      now() - n * interval '1 minute', now() FROM generate_series(1, ${articles}) n;
    INSERT INTO ninefold."User" (id, "createdAt", "updatedAt", username, email, password) SELECT id, 0, 0, username, email, 'none' FROM baseline.users;
    INSERT INTO ninefold._session SELECT '${hash}', account, (extract(epoch FROM expires) * 1000)::bigint FROM baseline.sessions;
    INSERT INTO ninefold."Article" (id, "createdAt", "updatedAt", slug, title, description, body, "tagList", author)
      SELECT id, (extract(epoch FROM created_at) * 1000000)::bigint, 0, slug, title, description, body, to_jsonb(tags), author FROM baseline.articles;
    ANALYZE;
  `);
}
