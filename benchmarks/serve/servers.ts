import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../testing/process/free-port.ts';
import { peersFolder } from '../peers.ts';
import { ask, type CallName, type Contender, calls, startProcess } from './contender.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = (name: string): string => join(peersFolder('servers'), 'node_modules/.bin', name);

/** json-server over a file of as many articles. */
export async function startJsonServer(articles: number, people: number, authorization: string): Promise<Contender> {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-json-server-'));
  const data = join(folder, 'articles.json');
  const made = Array.from({ length: articles }, (_, index) => ({
    slug: `slug-${index + 1}`,
    title: `Title ${index + 1}`,
    description: 'About',
    body: 'Body',
    tagList: ['b', 'a'],
    author: `u${((index + 1) % people) + 1}`,
    createdAt: 1_700_000_000_000 - index * 60_000,
    favorites: 0,
  }));
  writeFileSync(data, JSON.stringify({ articles: made }));
  const port = await freePort();
  const child = await startProcess(
    program('json-server'),
    // The slug is what it looks records up by, so that a get ends where it has found one.
    ['--quiet', '--host', '127.0.0.1', '--port', String(port), '--id', 'slug', data],
    port,
  );
  return {
    name: 'json-server',
    url: `http://127.0.0.1:${port}`,
    authorization,
    said: {
      'list of 20': { path: '/articles?_sort=createdAt&_order=desc&_limit=20' },
      'get by slug': { path: '/articles/slug-50000' },
      create: { path: '/articles', method: 'POST', body: JSON.stringify(JSON.parse(calls.create.body ?? '').article) },
      // It knows no events: the nearest is to say what the record is afterwards.
      favorite: { path: '/articles/slug-777', method: 'PATCH', body: '{"favorites":1}' },
    },
    stop() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const described: Readonly<Record<CallName, readonly [path: string, method: string, status: string]>> = {
  'list of 20': ['/api/articles', 'get', '200'],
  'get by slug': ['/api/articles/{slug}', 'get', '200'],
  create: ['/api/articles', 'post', '201'],
  favorite: ['/api/articles/{slug}/favorite', 'post', '200'],
};

/**
 * Prism as a mock of our own OpenAPI document: it validates requests and stores nothing. By
 * itself it makes a list of one article; it gets the answers of `model` as examples, so that it
 * sends as much as the others.
 */
export async function startPrism(model: Contender): Promise<Contender> {
  // What OpenAPI cannot say is told on standard error.
  const exported = execFileSync(process.execPath, ['bin/ninefold.js', 'export', 'openapi', 'specs/conduit.md'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const openapi = JSON.parse(exported.toString());
  for (const [call, [path, method, status]] of Object.entries(described))
    openapi.paths[path][method].responses[status].content['application/json'].example = await ask(model, call as CallName);
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-prism-'));
  const description = join(folder, 'openapi.json');
  writeFileSync(description, JSON.stringify(openapi));
  const port = await freePort();
  const child = await startProcess(
    program('prism'),
    ['mock', '--host', '127.0.0.1', '--port', String(port), '--verboseLevel', 'error', description],
    port,
  );
  return {
    name: 'Prism',
    url: `http://127.0.0.1:${port}`,
    authorization: model.authorization,
    stop() {
      child.kill('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
