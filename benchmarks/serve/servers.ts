import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peersFolder } from '../peers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A server that somebody gets without writing one. */
export interface PeerServer {
  readonly name: string;
  readonly url: string;
  /** The same call in its own words: its path, and its method where that is another. */
  readonly said: Readonly<Record<CallName, { readonly path: string; readonly method?: 'PATCH'; readonly body?: string }>>;
  stop(): void;
}

export type CallName = 'list of 20' | 'get by slug' | 'create' | 'favorite';

/** json-server over a file of as many articles, and Prism as a mock of our own OpenAPI document: it keeps nothing, and answers from the examples. */
export async function startPeerServers(articles: number, article: string): Promise<readonly PeerServer[]> {
  const bin = (name: string): string => join(peersFolder('servers'), 'node_modules/.bin', name);
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-servers-'));
  const data = join(folder, 'articles.json');
  const made = Array.from({ length: articles }, (_, index) => ({
    id: index + 1,
    slug: `slug-${index + 1}`,
    title: `Title ${index + 1}`,
    description: 'About',
    body: 'Body',
    tagList: ['b', 'a'],
    author: `u${(index % 100) + 1}`,
    createdAt: 1_700_000_000_000 - index * 60_000,
    favorites: 0,
  }));
  writeFileSync(data, JSON.stringify({ articles: made }));
  const description = join(folder, 'openapi.json');
  // What OpenAPI cannot say is told on standard error.
  const openapi = execFileSync(process.execPath, ['dist/cli/bin.js', 'export', 'openapi', 'specs/conduit.md'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  writeFileSync(description, openapi);
  const [first, second] = [await freePort(), await freePort()];
  const stops = [
    await start(bin('json-server'), ['--quiet', '--host', '127.0.0.1', '--port', String(first), data], first),
    await start(bin('prism'), ['mock', '--host', '127.0.0.1', '--port', String(second), '--verboseLevel', 'error', description], second),
  ];
  const stop = (which: number) => () => {
    stops[which]?.();
    if (which === 0) rmSync(folder, { recursive: true, force: true });
  };
  return [
    {
      name: 'json-server',
      url: `http://127.0.0.1:${first}`,
      said: {
        'list of 20': { path: '/articles?_sort=createdAt&_order=desc&_limit=20' },
        'get by slug': { path: '/articles?slug=slug-50000' },
        create: { path: '/articles', body: JSON.stringify(JSON.parse(article).article) },
        // It knows no events: the nearest is to say what the record is afterwards.
        favorite: { path: '/articles/777', method: 'PATCH', body: '{"favorites":1}' },
      },
      stop: stop(0),
    },
    {
      name: 'Prism',
      url: `http://127.0.0.1:${second}`,
      said: {
        'list of 20': { path: '/api/articles?limit=20' },
        'get by slug': { path: '/api/articles/slug-50000' },
        create: { path: '/api/articles', body: article },
        favorite: { path: '/api/articles/slug-777/favorite' },
      },
      stop: stop(1),
    },
  ];
}

/** Resolves when the port answers; gives what ends the server. */
async function start(program: string, args: readonly string[], port: number): Promise<() => void> {
  const child = spawn(program, args, { stdio: 'ignore' });
  let ended: number | null | undefined;
  child.on('close', (code) => {
    ended = code;
  });
  for (;;) {
    if (ended !== undefined) throw new Error(`${program} ended with ${ended} before it answered`);
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (answers) return () => child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address !== null ? resolve(address.port) : reject(new Error('no free port'))));
    });
  });
