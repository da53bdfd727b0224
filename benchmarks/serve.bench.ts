import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import postgres, { type Sql } from 'postgres';
import { startPostgres, whyNoServer } from '../testing/postgres-server.ts';
import type { Benchmark, Figure } from './benchmark.ts';
import { buildPublished } from './published.ts';
import { type CallName, type PeerServer, startPeerServers } from './serve/servers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const token = 'benchmark';
const articles = 100_000;
const people = 100;

/**
 * Four calls of specs/conduit.md over 100,000 articles, beside a server that somebody wrote by hand for just these four, over the same Postgres in the same run; and
 * beside what somebody gets without writing a server.
 */
export const benchmark: Benchmark = {
  name: 'serve',
  async run() {
    const missing = whyNoServer();
    if (missing !== null) throw new Error(missing);
    buildPublished();
    const database = await startPostgres();
    const sql = postgres(database.address.replace(/\?.*$/, ''), { max: 1, onnotice: () => undefined });
    const hand = await start('hand-written', ['benchmarks/serve/hand-written.mjs', database.address.replace(/\?.*$/, '')]);
    const own = await start('ninefold', [
      'dist/cli/bin.js',
      'serve',
      'specs/conduit.md',
      ...[
        '--database',
        database.address,
        '--port',
        '0',
        '--screens',
        'no',
        '--examples',
        'no',
        '--requests-per-minute',
        '0',
        '--log',
        'errors',
      ],
    ]);
    let peers: readonly PeerServer[] = [];
    try {
      await fill(sql);
      peers = await startPeerServers(articles, article);
      const figures: Figure[] = [];
      for (const { name, call, request, besideWrites = false } of calls) {
        const writer = besideWrites ? writing(sql) : null;
        // A server that has just started compiles its code first; the larger it is, the longer.
        for (const { url } of [hand, own]) await fire(url, request);
        // In turn, twice: what a noisy machine does to one it does to the other.
        const measured = { hand: [] as autocannon.Result[], own: [] as autocannon.Result[] };
        for (let round = 0; round < 2; round++) {
          measured.hand.push(await fire(hand.url, request));
          measured.own.push(await fire(own.url, request));
        }
        const best = (results: readonly autocannon.Result[]): autocannon.Result =>
          results.reduce((a, b) => (b.requests.average > a.requests.average ? b : a));
        const [theirs, ours] = [best(measured.hand), best(measured.own)];
        for (const result of [theirs, ours]) {
          if (result.non2xx > 0 || result.errors > 0)
            throw new Error(`${name}: ${result.non2xx} answers were refused, ${result.errors} failed`);
        }
        figures.push({
          name: `${name}, requests`,
          value: ours.requests.average,
          unit: '/s',
          against: { name: 'written by hand', value: theirs.requests.average },
        });
        figures.push({
          name: `${name}, 99th percentile`,
          value: ours.latency.p99,
          unit: 'ms',
          against: { name: 'written by hand', value: theirs.latency.p99 },
        });
        await writer?.end();
        // Those that keep nothing, or all of it in memory, have nobody who writes beside them.
        for (const { name: peer, url, said } of besideWrites ? [] : peers) {
          const result = await fire(url, { ...request, ...said[call] });
          // How many it answered well: one that is overrun says so by its figure.
          const well = result['2xx'] / result.duration;
          figures.push({ name: `${name}, beside ${peer}`, value: ours.requests.average, unit: '/s', against: { name: peer, value: well } });
        }
      }
      return figures;
    } finally {
      for (const { child } of [hand, own]) child.kill('SIGTERM');
      for (const peer of peers) peer.stop();
      await sql.end();
      await database.close();
    }
  },
};

type Asked = Pick<autocannon.Options, 'method'> & { readonly path: string; readonly body?: string };

const article = JSON.stringify({
  article: { title: 'How to measure', description: 'Ever wonder?', body: 'Very carefully.', tagList: ['b', 'a'] },
});

interface Measured {
  readonly name: string;
  /** What the peers are asked. */
  readonly call: CallName;
  readonly request: Asked;
  /** Somebody else commits something all the time. */
  readonly besideWrites?: boolean;
}

const calls: readonly Measured[] = [
  { name: 'list of 20', call: 'list of 20', request: { method: 'GET', path: '/api/articles?limit=20' } },
  {
    name: 'list of 20 beside writes',
    call: 'list of 20',
    request: { method: 'GET', path: '/api/articles?limit=20' },
    besideWrites: true,
  },
  { name: 'get by slug', call: 'get by slug', request: { method: 'GET', path: '/api/articles/slug-50000' } },
  { name: 'create', call: 'create', request: { method: 'POST', path: '/api/articles', body: article } },
  { name: 'favorite', call: 'favorite', request: { method: 'POST', path: '/api/articles/slug-777/favorite' } },
];

const fire = (url: string, { path, ...request }: Asked): Promise<autocannon.Result> =>
  autocannon({
    url: `${url}${path}`,
    ...request,
    connections: 16,
    duration: 4,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
  });

/** A count that somebody remembers holds until something is committed: here that is five milliseconds. */
function writing(sql: Sql): { end(): Promise<void> } {
  let over = false;
  const done = (async () => {
    while (!over) {
      await sql`INSERT INTO hand.ticks DEFAULT VALUES`;
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

function start(name: string, args: readonly string[]): Promise<{ readonly url: string; readonly child: ChildProcess }> {
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
      if (url !== undefined) resolve({ url, child });
    });
    child.on('close', (code) => reject(new Error(`${name} ended with ${code}: ${said}`)));
  });
}

/** The same people, articles and session for both. */
async function fill(sql: Sql): Promise<void> {
  const hash = createHash('sha256').update(token).digest('hex');
  await sql.unsafe(`
    CREATE TABLE hand.ticks (at timestamptz NOT NULL DEFAULT now());
    INSERT INTO hand.users SELECT gen_random_uuid(), 'u' || n, 'u' || n || '@example.com', null, null FROM generate_series(1, ${people}) n;
    INSERT INTO hand.sessions SELECT '${token}', id, now() + interval '1 day' FROM hand.users WHERE username = 'u1';
    INSERT INTO hand.articles SELECT gen_random_uuid(), 'slug-' || n, 'Title ' || n, 'About', 'Body', ARRAY['b', 'a'], (SELECT id FROM hand.users WHERE username = 'u' || (n % ${people} + 1)),
      now() - n * interval '1 minute', now() FROM generate_series(1, ${articles}) n;
    INSERT INTO ninefold."User" (id, "createdAt", "updatedAt", username, email, password) SELECT id, 0, 0, username, email, 'none' FROM hand.users;
    INSERT INTO ninefold._session SELECT '${hash}', account, (extract(epoch FROM expires) * 1000)::bigint FROM hand.sessions;
    INSERT INTO ninefold."Article" (id, "createdAt", "updatedAt", slug, title, description, body, "tagList", author)
      SELECT id, (extract(epoch FROM created_at) * 1000000)::bigint, 0, slug, title, description, body, to_jsonb(tags), author FROM hand.articles;
    ANALYZE;
  `);
}
