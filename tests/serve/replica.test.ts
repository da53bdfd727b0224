import { readFileSync } from 'node:fs';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallAnswer } from '../../src/serve/calls/call-request.ts';
import { ReplicaSet } from '../../src/serve/engine/replica-set.ts';
import { Service, type ServiceParts } from '../../src/serve/engine/service.ts';
import { startPostgres, startStandby, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { askCall } from '../../testing/process/ask-call.ts';

const conduit = readFileSync(new URL('../../testing/documents/conduit.md', import.meta.url), 'utf8');
const missing = whyNoServer() ?? (process.env['DATABASE_URL'] ? 'a standby is made of a server that the tests started' : null);

/** A server with a standby, as `ninefold serve --database … --replica …` uses them. */
describe.skipIf(missing !== null)(`replicas${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  let primary: TestServer;
  let standby: TestServer;
  /** Looks at the standby from outside. */
  let outside: Sql;
  let service: Service;
  let engine: ReplicaSet;
  const logged: string[] = [];

  beforeAll(async () => {
    primary = await startPostgres();
    standby = await startStandby(primary);
    outside = postgres(standby.address.replace(/\?.*$/, ''), { max: 1, onnotice: () => undefined });
    const parts = (url: string, role: 'replica' | 'replicated'): ServiceParts => ({
      text: conduit,
      database: { kind: 'server', url, role },
      examples: false,
      log: (level, message) => logged.push(`${level}: ${message}`),
    });
    service = await Service.start(parts(primary.address, 'replicated'));
    engine = new ReplicaSet(service, [parts(standby.address, 'replica')]);
  }, 120_000);

  afterAll(async () => {
    await engine?.close();
    await outside?.end();
    await standby?.close();
    await primary?.close();
  });

  const ask = (method: string, path: string, body?: unknown, token: string | null = null): Promise<CallAnswer> =>
    askCall(engine, method, path, { body, token });
  const total = async (): Promise<number> =>
    (JSON.parse((await ask('GET', '/api/articles')).body ?? '') as { articlesCount: number }).articlesCount;
  /**
   * How many questions about articles the standby has been asked by anybody: how often the table
   * was looked at.
   */
  const looks = async (): Promise<number> => {
    const [row] =
      await outside`SELECT coalesce(seq_scan, 0) + coalesce(idx_scan, 0) AS n FROM pg_stat_user_tables WHERE schemaname = 'ninefold' AND relname = 'Article'`;
    return Number(row?.['n'] ?? 0);
  };
  /** Asks until the standby has been looked at: it may be resting, or not have come so far. */
  const untilAsked = (): Promise<void> => {
    let before = -1;
    return expect
      .poll(
        async () => {
          if (before < 0) before = await looks();
          await total();
          return (await looks()) > before;
        },
        { timeout: 60_000, interval: 200 },
      )
      .toBe(true);
  };

  let token = '';
  const write = async (title: string): Promise<number> =>
    (await ask('POST', '/api/articles', { article: { title, description: 'B', body: 'C' } }, token)).status;

  test('reads go to the standby, writes to the server', async () => {
    const made = await ask('POST', '/api/users', { user: { username: 'mia', email: 'mia@example.com', password: 'correct horse' } });
    expect(made.status).toBe(201);
    ({ token } = (JSON.parse(made.body ?? '') as { user: { token: string } }).user);
    expect(await write('One')).toBe(201);
    await untilAsked();
    expect((await ask('GET', '/api/user', undefined, token)).status).toBe(200);
  }, 90_000);

  test('a screen whose buttons are tried for who looks at it says what may be done, though a standby cannot try them', async () => {
    const screen = { screen: 'Article', parameters: { slug: JSON.parse((await ask('GET', '/api/articles')).body ?? '').articles[0].slug } };
    const { value } = await engine.screen({ token, name: 'screen', args: [screen] });
    const { visible } = (value as { readonly value: { readonly visible: readonly string[] } }).value;
    expect(visible.length).toBeGreaterThan(4);
    for (const part of visible)
      expect((await engine.screen({ token, name: 'part', args: [{ address: screen, part }] })).value, part).toMatchObject({ ok: true });
    expect(logged.filter((line) => line.includes('ReadOnlyStore'))).toEqual([]);
  }, 60_000);

  test('every answer includes what was written, also while the standby lags behind', async () => {
    await outside`SELECT pg_wal_replay_pause()`;
    const before = await total();
    for (let times = 1; times <= 3; times++) {
      expect(await write(`Paused ${times}`)).toBe(201);
      expect(await total()).toBe(before + times);
    }
    await outside`SELECT pg_wal_replay_resume()`;
    for (let times = 4; times <= 13; times++) {
      expect(await write(`Paused ${times}`)).toBe(201);
      expect(await total()).toBe(before + times);
    }
    await untilAsked();
    expect(await total()).toBe(before + 13);
  }, 90_000);

  test('another process changes the document: the standby is used again once it has followed', async () => {
    const before = await total();
    const changed = conduit.replace('"articlesCount":', '"count": found.size(), "articlesCount":');
    expect(changed).not.toBe(conduit);
    const other = await Service.start({
      text: changed,
      database: { kind: 'server', url: primary.address },
      examples: false,
      log: (level, message) => logged.push(`${level}: ${message}`),
    });
    try {
      await expect.poll(() => service.text, { timeout: 20_000 }).toBe(changed);
      expect(JSON.parse((await ask('GET', '/api/articles')).body ?? '')).toMatchObject({
        articlesCount: before,
        count: Math.min(before, 20),
      });
      await untilAsked();
      expect(JSON.parse((await ask('GET', '/api/articles')).body ?? '')).toMatchObject({
        articlesCount: before,
        count: Math.min(before, 20),
      });
    } finally {
      await other.close();
    }
  }, 90_000);

  test('a standby that goes is done without, and asked again when it is back', async () => {
    const before = await total();
    await standby.control?.kill();
    expect(await total()).toBe(before);
    expect(await write('Without')).toBe(201);
    expect(await total()).toBe(before + 1);
    expect(logged.some((line) => line.includes('a replica is not used for'))).toBe(true);
    await standby.control?.start();
    await untilAsked();
    expect(await total()).toBe(before + 1);
  }, 120_000);
});
