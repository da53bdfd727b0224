import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { tokenHash } from '../../src/engine/account/hasher.ts';
import { screenCalls } from '../../src/engine/session-calls.ts';
import { readModel } from '../../src/model/read.ts';
import { callsHandleFiles } from '../../src/serve/calls/call-files.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { type AppParts, createApp } from '../../src/serve/http/app.ts';
import { networkOf } from '../../src/serve/http/client-address.ts';
import type { LogEntry } from '../../src/serve/http/log-entry.ts';
import { noPages, ownPage } from '../../testing/browser/own-page.ts';
import { productInMemory } from '../../testing/product.ts';

/*
 * Every route below `/~`, asked as no page of the product would ask it: by other sites, in other
 * types, with too much, too often, over another name.
 */

const helpdesk = readFileSync(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
const origin = 'http://127.0.0.1';

function served(settings: AppParts['settings'] = {}, parts: Partial<AppParts> = {}) {
  const { product, clock, id } = productInMemory(helpdesk);
  const problems: unknown[] = [];
  const app = createApp({
    engine: new ProductEngine(product, (error) => problems.push(error)),
    platform: clock,
    log: (entry: LogEntry) => {
      if (entry.level === 'error') problems.push(entry);
    },
    settings: { requestsPerMinute: 0, ...settings },
    site: noPages,
    description: { model: product.model, openapi: { openapi: '3.1.1' } },
    ...parts,
  });
  const token = (example: string): string => {
    product.store.transaction(() =>
      product.store.saveSession({ tokenHash: tokenHash(example), account: id(example), began: 0, expires: clock.now() + 1e9 }),
    );
    return example;
  };
  const ask = (path: string, init: RequestInit = {}) => app.request(origin + path, init);
  return { app, ask, token, id, problems };
}

const callBody = { person: '[]', run: '[{"kind":"sign-in","values":{"email":"ana@example.com","password":"correct-horse"}}]' };

/** One request for each route, as a page of the product sends it. */
const routes: readonly (readonly [method: string, path: string, body: string | null])[] = [
  ['POST', '/~/session/person', callBody.person],
  ['POST', '/~/session/run', callBody.run],
  ['PUT', '/~/file/a.png', 'abc'],
  ['GET', '/~/file/nothing', null],
  ['PUT', '/~/file/nothing/preview', 'abc'],
  ['GET', '/~/file/nothing/preview', null],
  ['GET', '/~/events', null],
  ['GET', '/~/calls', null],
  ['GET', '/openapi.json', null],
];

test('the routes below are all that there are', () => {
  const { app } = served();
  const own = app.routes
    .filter(({ path, method }) => path.startsWith('/~') && method !== 'ALL')
    .map(({ path, method }) => `${method} ${path}`);
  expect([...new Set(own)].sort()).toEqual([
    'GET /~/calls',
    'GET /~/events',
    'GET /~/file/:id',
    'GET /~/file/:id/preview',
    'POST /~/session/:name',
    'PUT /~/file/:id/preview',
    'PUT /~/file/:name',
  ]);
});

describe('a page of another site', () => {
  const foreign: readonly Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site' },
    // A neighbour below the same domain is another's.
    { 'sec-fetch-site': 'same-site', origin: 'http://shop.127.0.0.1' },
    { origin: 'null' },
    { origin: `${origin}.evil.example` },
    { origin: `${origin}:81` },
    { origin: '::::' },
  ];

  test('reaches no route of the screens, with a cookie, with none, and with a token', async () => {
    const { ask, token, problems } = served();
    for (const [method, path, body] of routes.filter(([, route]) => route !== '/~/calls' && route !== '/openapi.json')) {
      for (const headers of foreign) {
        const known: readonly Record<string, string>[] = [
          {},
          { cookie: `session=${token('Ana')}` },
          { authorization: `Bearer ${token('Ana')}` },
        ];
        for (const who of known) {
          const answer = await ask(path, { method, body, headers: { 'content-type': 'application/json', ...headers, ...who } });
          expect([path, headers, who, answer.status]).toEqual([path, headers, who, 403]);
          expect(answer.headers.get('set-cookie')).toBeNull();
        }
      }
    }
    expect(problems).toEqual([]);
  });

  test('cannot sign its visitor in: not by a form, nor by a request without a type or an origin', async () => {
    const { ask } = served();
    const run = (headers: Record<string, string>) =>
      ask('/~/session/run', { method: 'POST', body: new TextEncoder().encode(callBody.run), headers });
    for (const headers of [
      { 'content-type': 'text/plain', origin: 'https://evil.example' },
      { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      { 'content-type': 'application/json' },
      {},
    ]) {
      const answer = await run(headers as Record<string, string>);
      expect([headers, answer.status, answer.headers.get('set-cookie')]).toEqual([headers, 403, null]);
    }
    for (const type of ['text/plain', 'text/plain; application/json', 'multipart/form-data; boundary=x', 'application/xml', '']) {
      const answer = await run({ 'content-type': type, 'sec-fetch-site': 'same-origin' });
      expect([type, answer.status, answer.headers.get('set-cookie')]).toEqual([type, 415, null]);
    }
    expect((await run({ 'sec-fetch-site': 'same-origin' })).status).toBe(415);
    const own = await run({ 'content-type': 'application/json', origin });
    expect([own.status, own.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('session=')]);
  });

  test('that the operator lets in calls and hears of changes, but is none of the screens', async () => {
    const { ask, token } = served({ corsOrigins: ['https://app.example'] });
    const app = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
    const ana = { ...app, authorization: `Bearer ${token('Ana')}`, 'content-type': 'application/json' };
    expect((await ask('/api/tickets', { method: 'POST', body: '{"subject":"x"}', headers: ana })).status).toBe(201);
    expect((await ask('/~/file/a.png', { method: 'PUT', body: 'abc', headers: ana })).status).toBe(200);
    const events = await ask('/~/events', { headers: app });
    expect(events.status).toBe(200);
    await events.body?.cancel();
    for (const headers of [app, ana, { ...app, cookie: 'session=Ana', 'content-type': 'application/json' }])
      expect((await ask('/~/session/person', { method: 'POST', body: '[]', headers })).status).toBe(403);
    const byCookie = { ...app, cookie: 'session=Ana', 'content-type': 'application/json' };
    expect((await ask('/api/tickets', { method: 'POST', body: '{"subject":"x"}', headers: byCookie })).status).toBe(403);
  });
});

test('no method, type, size or name of a route makes a mistake of ours', async () => {
  const { ask, token, problems } = served({ bodyLimit: 1000, fileLimit: 1000 });
  const statuses = new Map<number, number>();
  for (const [, path, body] of routes)
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])
      for (const type of ['application/json', 'text/plain', 'application/json; charset=utf-16', 'application/json; charset=', null])
        for (const sent of [body ?? '', '[', '\ud800', 'x'.repeat(2000)])
          for (const site of ['same-origin', 'none', null]) {
            const headers = {
              authorization: `Bearer ${token('Ana')}`,
              ...(type === null ? {} : { 'content-type': type }),
              ...(site === null ? {} : { 'sec-fetch-site': site }),
            };
            const none = method === 'GET' || method === 'HEAD';
            const answer = await ask(path, { method, headers, ...(none ? {} : { body: new TextEncoder().encode(sent) }) });
            expect([method, path, type, answer.status < 500]).toEqual([method, path, type, true]);
            await answer.body?.cancel();
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          }
  expect([...statuses.keys()].sort()).toEqual([200, 204, 400, 403, 404, 413, 415]);
  expect(problems).toEqual([]);
}, 60_000);

describe('without screens', () => {
  test('the calls are the only way in', async () => {
    const { product, clock } = productInMemory(helpdesk);
    const app = createApp({ engine: new ProductEngine(product, () => undefined), platform: clock, log: () => undefined });
    for (const [method, path, body] of routes)
      expect([path, (await app.request(origin + path, { method, body, headers: ownPage })).status]).toEqual([path, 404]);
    for (const name of screenCalls)
      expect((await app.request(`${origin}/~/session/${name}`, { method: 'POST', body: '[]', headers: ownPage })).status).toBe(404);
    expect((await app.request(`${origin}/api/tickets`)).status).toBe(401);
  });

  test('files are put and given where calls take or return some', async () => {
    const none = helpdesk.replace(/^.*\|\s*(?:image|file|list of image|list of file)\s*\|.*\n/gmu, '');
    expect([callsHandleFiles(readModel(helpdesk)), callsHandleFiles(readModel(none))]).toEqual([true, false]);
    const { product, clock } = productInMemory(helpdesk);
    const engine = new ProductEngine(product, () => undefined);
    const app = createApp({ engine, platform: clock, log: () => undefined, files: true });
    const put = await app.request(`${origin}/~/file/a.png`, { method: 'PUT', body: 'abc', headers: ownPage });
    expect(put.status).toBe(403);
    expect(await put.text()).toContain('no field that you may upload a file to');
    expect((await app.request(`${origin}/~/session/person`, { method: 'POST', body: '[]', headers: ownPage })).status).toBe(404);
    expect((await app.request(`${origin}/~/events`)).status).toBe(404);
  });
});

test('a name that is not the server’s own is not answered, save whether it lives', async () => {
  const { app } = served({ hosts: ['localhost', '127.0.0.1', '[::1]', 'app.example'] });
  const status = async (host: string, path = '/api/tickets'): Promise<number> =>
    (await app.request(origin + path, { headers: { host } })).status;
  for (const host of ['localhost', 'LOCALHOST:3000', '127.0.0.1:3000', '[::1]:3000', 'app.example', 'app.example:443'])
    expect([host, await status(host)]).toEqual([host, 401]);
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.example:3000',
    'localhost.',
    '127.0.0.2',
    '[::2]',
    'app.example@evil.example',
    '',
  ])
    expect([host, await status(host)]).toEqual([host, 421]);
  for (const [, path] of routes) expect(await status('evil.example', path)).toBe(421);
  expect(await status('evil.example', '/healthz')).toBe(200);
});

describe('quotas', () => {
  const streams = { session: 2, address: 3, all: 5 };
  const from = (address: string, token?: string): RequestInit => ({
    headers: { 'x-forwarded-for': address, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
  });

  test('event streams: of a session, of an address, in all; one that ends makes room', async () => {
    const { ask, token } = served({ streams, proxies: 1 });
    for (const who of ['Ana', 'Bo', 'Mia']) await ask('/api/tickets', from('192.0.2.9', token(who)));
    const open: Response[] = [];
    const listen = async (address: string, token?: string): Promise<number> => {
      const answer = await ask('/~/events', from(address, token));
      if (answer.status === 200) open.push(answer);
      else expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      return answer.status;
    };
    // A session is counted wherever it comes from.
    expect([await listen('192.0.2.1', 'Ana'), await listen('192.0.2.2', 'Ana'), await listen('192.0.2.3', 'Ana')]).toEqual([200, 200, 429]);
    expect([await listen('192.0.2.1'), await listen('192.0.2.1', 'Bo'), await listen('192.0.2.1', 'Mia')]).toEqual([200, 200, 429]);
    expect([await listen('2001:db8::1'), await listen('2001:db8::2')]).toEqual([200, 503]);
    await open.pop()?.body?.cancel();
    expect(await listen('2001:db8::2')).toBe(200);
    for (const one of open) await one.body?.cancel();
    open.length = 0;
    for (let time = 0; time < 20; time++) {
      expect(await listen('192.0.2.1')).toBe(200);
      await open.pop()?.body?.cancel();
    }
  });

  test('an invented token is no session: only its network counts', async () => {
    const { ask } = served({ streams: { session: 1, address: 3, all: 5 }, proxies: 1 });
    const statuses: number[] = [];
    const open: Response[] = [];
    for (const token of ['made up', 'made up', 'other', 'third']) open.push(await ask('/~/events', from('192.0.2.1', token)));
    for (const one of open) {
      statuses.push(one.status);
      await one.body?.cancel();
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('files: so many bytes an hour, and so many at once', async () => {
    const { ask, token } = served({ uploads: { session: 10, address: 16, all: 18 }, proxies: 1 });
    for (const who of ['Ana', 'Bo', 'Mia']) await ask('/api/tickets', from('192.0.2.200', token(who)));
    const put = async (who: string, address: string, size: number): Promise<number> => {
      const headers = { ...from(address, token(who)).headers, 'content-type': 'image/png' };
      const answer = await ask('/~/file/a.png', { method: 'PUT', body: 'x'.repeat(size), headers });
      if (answer.status !== 200) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      return answer.status;
    };
    expect([await put('Ana', '192.0.2.1', 6), await put('Ana', '192.0.2.2', 6), await put('Ana', '192.0.2.3', 1)]).toEqual([200, 429, 429]);
    expect([await put('Bo', '192.0.2.1', 8), await put('Mia', '192.0.2.1', 4)]).toEqual([200, 429]);
    expect([await put('Mia', '192.0.2.9', 5), await put('Ida', '192.0.2.9', 1)]).toEqual([503, 503]);
  });

  test('an unfinished upload takes one place, and gives it back', async () => {
    const { ask, token } = served({ uploadsAtOnce: { session: 1, address: 1, all: 1 } });
    const headers = { authorization: `Bearer ${token('Ana')}`, 'content-type': 'image/png' };
    let finish: () => void = () => undefined;
    const slow = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('x'));
        finish = () => controller.close();
      },
    });
    const first = ask('/~/file/a.png', { method: 'PUT', headers, body: slow, duplex: 'half' } as RequestInit);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect((await ask('/~/file/b.png', { method: 'PUT', headers, body: 'y' })).status).toBe(429);
    finish();
    expect((await first).status).toBe(200);
    expect((await ask('/~/file/b.png', { method: 'PUT', headers, body: 'y' })).status).toBe(200);
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8::ffff:0:1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('%s is counted as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
