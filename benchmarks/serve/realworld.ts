import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import postgres from 'postgres';
import { freePort } from '../../testing/process/free-port.ts';
import { importPeer, peersFolder } from '../peers.ts';
import { type Contender, once, startProcess } from './contender.ts';
import type { Place, RealWorld } from './realworld/adapter.ts';
import { honoDrizzle } from './realworld/hono-drizzle.ts';

/** One that npm has, so that it is always measured. */
export const startPublishedRealWorld = (articles: number, people: number): Promise<Contender> =>
  startRealWorld(honoDrizzle, peersFolder('servers'), null, articles, people);

/**
 * The one that lies in the folder REALWORLD, if someone has one; REALWORLD_ADAPTER is the module
 * that exports its `realWorld`. `server`: the Postgres of the others.
 */
export async function startGivenRealWorld(server: string, articles: number, people: number): Promise<Contender | null> {
  const folder = process.env['REALWORLD'];
  if (folder === undefined || folder === '') {
    console.error(
      'No RealWorld implementation on Postgres is measured: REALWORLD names none (benchmarks/serve/realworld/README.md says how).',
    );
    return null;
  }
  const adapter = process.env['REALWORLD_ADAPTER'] ?? 'benchmarks/serve/realworld/fastify-kysely.ts';
  const { realWorld }: { realWorld: RealWorld } = await import(pathToFileURL(resolve(adapter)).href);
  return startRealWorld(realWorld, resolve(folder), server, articles, people);
}

async function startRealWorld(
  realWorld: RealWorld,
  folder: string,
  server: string | null,
  articles: number,
  people: number,
): Promise<Contender> {
  const kept = mkdtempSync(join(tmpdir(), 'ninefold-realworld-'));
  const database = realWorld.database === 'sqlite' ? `file:${join(kept, 'realworld.db')}` : await emptyDatabase(server);
  const place: Place = { folder, database, port: realWorld.port ?? (await freePort()) };
  const env = { ...process.env, NODE_ENV: 'production', ...realWorld.environment(place) };
  const { prepare = [], serve } = realWorld.commands(place);
  for (const [program, ...args] of prepare) execFileSync(program, args, { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const [program, ...args] = serve;
  const child = await startProcess(program, args, place.port, { cwd: folder, env });
  const stop = (): void => {
    child.kill('SIGTERM');
    rmSync(kept, { recursive: true, force: true });
  };
  try {
    const url = `http://127.0.0.1:${place.port}`;
    const authorization = `${realWorld.scheme} ${await register(url)}`;
    await run(database, realWorld.fill(articles, people));
    return { name: realWorld.name, url, authorization, ...(realWorld.said === undefined ? {} : { said: realWorld.said }), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

async function emptyDatabase(server: string | null): Promise<string> {
  if (server === null) throw new Error('there is no Postgres server for it');
  await run(server, 'DROP DATABASE IF EXISTS ninefold_realworld WITH (FORCE)');
  await run(server, 'CREATE DATABASE ninefold_realworld');
  const address = new URL(server);
  address.pathname = '/ninefold_realworld';
  return address.href;
}

/**
 * `u1`'s token, from the API: how a password and a token are made is the implementation's own
 * affair.
 */
async function register(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...once },
    body: JSON.stringify({ user: { username: 'u1', email: 'u1@example.com', password: 'a long password' } }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`u1 cannot register: ${answer.status} ${text.slice(0, 500)}`);
  return JSON.parse(text).user.token;
}

interface Libsql {
  createClient(options: { readonly url: string }): { executeMultiple(sql: string): Promise<void>; close(): void };
}

async function run(database: string, statements: string): Promise<void> {
  if (database.startsWith('file:')) {
    const { createClient } = await importPeer<Libsql>('@libsql/client', 'servers');
    const client = createClient({ url: database });
    await client.executeMultiple(statements);
    client.close();
    return;
  }
  const sql = postgres(database.replace(/\?.*$/, ''), { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statements);
  } finally {
    await sql.end();
  }
}
