import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askCall } from '../../../testing/ask-call.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../../testing/postgres-server.ts';
import { systemPlatform } from '../../base/platform.ts';
import { openDocument, textKey } from '../../engine/open-document.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import { seedExamples } from '../../engine/seed.ts';
import { connectPostgres, openPostgres } from '../../store/postgres/server/open-postgres.ts';
import { AtHand } from './at-hand.ts';
import type { Engine } from './engine.ts';
import { nativeHasher } from './native-hasher.ts';
import { ProductEngine } from './product-engine.ts';

const password = 'correct-horse';
const people = ['ana@example.com', 'bo@example.com'];
const paths: readonly (readonly [path: string, query: string])[] = [
  ['/api/tickets', ''],
  ['/api/tickets', 'status=open&limit=2'],
  ['/api/tickets', 'limit=wrong'],
  ['/api/tickets/1', ''],
  ['/api/tickets/999', ''],
  ['/no/such/call', ''],
];

/* What the thread of HTTP answers by itself is what an engine thread would have answered. */

const missing = whyNoServer();
const text = readFileSync(new URL('../../../specs/helpdesk.md', import.meta.url), 'utf8');

describe.skipIf(missing !== null)('who only looks', () => {
  let server: TestServer;
  let product: Product;
  let engine: Engine;
  let atHand: AtHand;
  const logged: string[] = [];
  beforeAll(async () => {
    server = await startPostgres();
    const store = await openPostgres(server.address);
    const model = openDocument({ store, text, onLoss: 'refuse' });
    product = createProduct({ model, store, platform: systemPlatform, hasher: nativeHasher });
    seedExamples(product);
    engine = new ProductEngine(product, (error) => logged.push(String(error)));
    atHand = new AtHand({
      address: server.address,
      writes: true,
      changed: () => undefined,
      log: (_level, message) => logged.push(message),
    });
    atHand.runs(text);
  }, 60_000);
  afterAll(async () => {
    atHand?.close();
    await engine?.close();
    await server?.close();
  });

  /** As Engine, for who asks: null is said as status 0. */
  const looking = {
    call: async (request) => (await atHand.call(request)) ?? { status: 0, headers: {}, body: null },
  } as Pick<Engine, 'call'> as Engine;
  const isThere = async (): Promise<boolean> => (await askCall(looking, 'GET', '/nothing/here')).status === 404;

  test('sees what the product itself answers, as whoever asks', async () => {
    await expect.poll(isThere).toBe(true);
    const tokens: (string | null)[] = [null, 'forged'];
    for (const email of people) {
      const { body } = await askCall(engine, 'POST', '/api/session', { body: { email, password } });
      tokens.push((JSON.parse(body ?? '{}') as { token: string }).token);
    }
    let here = 0;
    for (const [path, query] of paths) {
      for (const token of tokens) {
        const expected = await askCall(engine, 'GET', path, { token, query });
        const found = await askCall(looking, 'GET', path, { token, query });
        // What asks for more than a few things is somebody else's.
        if (found.status !== 0) here++;
        expect(found.status === 0 ? expected : found).toEqual(expected);
      }
    }
    expect(here).toBeGreaterThan((paths.length * tokens.length) / 2);
  });

  test('writes nothing: that is for somebody else', async () => {
    const found = await askCall(looking, 'POST', '/api/session', { body: { email: people[0], password } });
    expect(found.status).toBe(0);
  });

  test('goes on when its sessions were ended, and says nothing of what it cannot know meanwhile', async () => {
    const administrator = await connectPostgres(server.address);
    administrator.rows(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = 'ninefold' AND datname = current_database()`,
    );
    administrator.close();
    await expect.poll(async () => (await askCall(looking, 'GET', '/api/tickets')).status, { timeout: 10_000 }).toBe(401);
  });

  test('looks no more at a document that was changed', async () => {
    const other = text.replace('## 3.', '## 3. ');
    // Not yet: the data is still under the old one.
    atHand.runs(other);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await askCall(looking, 'GET', '/api/tickets')).status).toBe(0);
    product.store.transaction(() => product.store.setMeta(textKey, other));
    atHand.runs(other);
    expect((await askCall(looking, 'GET', '/api/tickets')).status).toBe(0);
    await expect.poll(async () => (await askCall(looking, 'GET', '/api/tickets')).status, { timeout: 10_000 }).toBe(401);
    expect(logged).toEqual([]);
  });
});

describe.skipIf(missing !== null)('who writes', () => {
  test('does so at hand where no timers run, is told of once, and collides with nobody unheard', async () => {
    const server = await startPostgres();
    const conduit = readFileSync(new URL('../../../specs/conduit.md', import.meta.url), 'utf8');
    const store = await openPostgres(server.address);
    const model = openDocument({ store, text: conduit, onLoss: 'refuse' });
    const product = createProduct({ model, store, platform: systemPlatform, hasher: nativeHasher });
    const engine = new ProductEngine(product, () => undefined);
    let changes = 0;
    const atHand = new AtHand({ address: server.address, writes: true, changed: () => changes++, log: () => undefined });
    atHand.runs(conduit);
    try {
      await expect
        .poll(() => atHand.call({ method: 'GET', path: '/no', query: '', token: null, contentType: null, body: null }))
        .not.toBeNull();
      const both: Pick<Engine, 'call'> = { call: async (request) => (await atHand.call(request)) ?? engine.call(request) };
      const ask = (method: string, path: string, asked = {}) => askCall(both as Engine, method, path, asked);
      const user = { username: 'ann', email: 'ann@example.com', password: 'correct-horse' };
      const { body } = await ask('POST', '/api/users', { body: { user } });
      const { token } = (JSON.parse(body ?? '{}') as { user: { token: string } }).user;
      const article = (title: string) => ({ token, body: { article: { title, description: 'd', body: 'b', tagList: ['x'] } } });
      const made = [];
      for (let count = 0; count < 5; count++) made.push(await ask('POST', '/api/articles', article(`Title ${count}`)));
      const together = await Promise.all(
        Array.from({ length: 12 }, (_, count) => ask('POST', '/api/articles', article(`Together ${count}`))),
      );
      expect([...made, ...together].map(({ status }) => status)).toEqual(Array.from({ length: 17 }, () => 201));
      // At least those that were made one after the other were made here.
      expect(changes).toBeGreaterThanOrEqual(4);
      const slugs = [...made, ...together].map((one) => (JSON.parse(one.body ?? '{}') as { article: { slug: string } }).article.slug);
      const listed = await askCall(engine, 'GET', '/api/articles', { query: 'limit=100' });
      const all = JSON.parse(listed.body ?? '{}') as { articles: { slug: string }[]; articlesCount: number };
      expect(all.articlesCount).toBe(17);
      expect(all.articles.map(({ slug }) => slug).sort()).toEqual(slugs.sort());
      // Refused there as here, and nothing stays of it.
      const refused = await ask('POST', '/api/articles', { token, body: { article: { title: '' } } });
      expect(refused).toEqual(await askCall(engine, 'POST', '/api/articles', { token, body: { article: { title: '' } } }));
      expect(refused.status).toBe(422);
      const after = await askCall(engine, 'GET', '/api/articles', { query: 'limit=100' });
      expect(after.body).toBe(listed.body);
    } finally {
      await atHand.close();
      await engine.close();
      await server.close();
    }
  }, 60_000);
});
