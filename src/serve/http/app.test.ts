import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { noPages, ownPage } from '../../../testing/browser/own-page.ts';
import { productInMemory } from '../../../testing/product.ts';
import { tokenHash } from '../../engine/account/hasher.ts';
import { CommitUnknown, DatabaseUnavailable, errorFromMessage, errorToMessage } from '../../store/errors.ts';
import { ProductEngine } from '../engine/product-engine.ts';
import { type AppParts, createApp } from './app.ts';
import type { LogEntry } from './log-entry.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

const unexpected = (error: unknown): never => {
  throw error;
};

function served(
  settings: AppParts['settings'] = {},
  { site = noPages, ...parts }: Partial<Pick<AppParts, 'site' | 'description' | 'ending' | 'showMetrics'>> = {},
) {
  const { product, clock, id } = productInMemory(helpdesk);
  const logged: LogEntry[] = [];
  const mistakes: unknown[] = [];
  const engine = new ProductEngine(product, (error) => mistakes.push(error));
  const app = createApp({
    engine,
    platform: clock,
    settings,
    log: (entry) => logged.push(entry),
    site,
    ...parts,
  });
  const session = (example: string): string => {
    product.store.transaction(() =>
      product.store.saveSession({ tokenHash: tokenHash(example), account: id(example), began: 0, expires: clock.now() + 1e9 }),
    );
    return example;
  };
  const ask = (path: string, init: RequestInit = {}) => app.request(`http://127.0.0.1${path}`, init);
  const as = (example: string, init: RequestInit = {}): RequestInit => ({
    ...init,
    headers: { authorization: `Bearer ${session(example)}`, ...ownPage, ...init.headers },
  });
  return { product, clock, id, app, ask, as, session, logged, engine, mistakes };
}

test('answers calls, gives each request an id, and logs no secret', async () => {
  const { ask, as, logged } = served();
  const answer = await ask('/api/tickets?status=open', as('Bo', { headers: { 'x-request-id': 'abc' } }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-request-id')).toBe('abc');
  expect(answer.headers.get('etag')).toMatch(/^W\/"/);
  expect(await answer.json()).toMatchObject({ total: 1 });
  expect(logged).toMatchObject([{ level: 'info', id: 'abc', method: 'GET', path: '/api/tickets', status: 200 }]);
  expect(JSON.stringify(logged)).not.toContain('Bo');
  const head = await ask('/api/tickets', as('Bo', { method: 'HEAD' }));
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('reads the token from the header that the document names, or as a bearer token', async () => {
  const { product, session, clock } = served();
  const app = createApp({
    engine: new ProductEngine(product, unexpected),
    platform: clock,
    log: () => undefined,
    token: { header: 'X-Key', scheme: '' },
  });
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await app.request('http://127.0.0.1/api/tickets', { headers })).status;
  expect(await status({ 'x-key': session('Bo') })).toBe(200);
  expect(await status({ authorization: 'Bearer Bo' })).toBe(200);
  expect(await status({ authorization: 'Basic Bo' })).toBe(401);
  expect(await status({ authorization: 'Bearer forged' })).toBe(401);
});

test('reports liveness and readiness, and metrics if they are enabled', async () => {
  const { ask } = served({}, { showMetrics: true });
  expect((await served().ask('/metrics')).status).toBe(404);
  expect(await (await ask('/healthz')).text()).toBe('ok\n');
  expect((await ask('/readyz')).status).toBe(200);
  expect(await (await ask('/metrics')).text()).toContain('ninefold_http_requests_total{method="GET",status="2xx"} 2');
});

describe('limits', () => {
  test('refuse large bodies and too many requests', async () => {
    const { ask, as } = served({ bodyLimit: 100, requestsPerMinute: 3 });
    const large = await ask('/api/tickets', as('Ana', { method: 'POST', body: JSON.stringify({ subject: 'x'.repeat(200) }) }));
    expect(large.status).toBe(413);
    for (let count = 0; count < 8; count++) expect((await ask('/api/tickets')).status).not.toBe(429);
    const many = await ask('/api/tickets');
    expect(many.status).toBe(429);
    expect(Number(many.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await ask('/healthz')).status).toBe(200);
  });

  test('do not count the files of the screens, because one page fetches many', async () => {
    const files = [{ path: 'assets/a.js', bytes: new TextEncoder().encode('let a;') }];
    const { ask } = served({ requestsPerMinute: 1 }, { site: { files, policy: "default-src 'self'", isCall: () => true } });
    for (let time = 0; time < 5; time++) expect((await ask('/assets/a.js')).status).toBe(200);
    for (let time = 0; time < 4; time++) expect((await ask('/api/tickets')).status).not.toBe(429);
    expect((await ask('/api/tickets')).status).toBe(429);
  });

  test('reports an internal error without its details', async () => {
    const { engine, ask, logged } = served();
    engine.call = () => Promise.reject(new Error('the disk is on fire'));
    const answer = await ask('/api/tickets');
    expect(answer.status).toBe(500);
    expect(await answer.text()).not.toContain('fire');
    expect(logged[0]).toMatchObject({ level: 'error', message: expect.stringContaining('the disk is on fire') });
  });
});

describe('the product’s own screens', () => {
  const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...ownPage, ...headers },
  });

  test('keeps the session in a cookie that scripts cannot read', async () => {
    const { ask, session } = served();
    expect(await (await ask('/~/session/person', post([]))).json()).toEqual({
      account: null,
      language: null,
      timeZone: null,
      roles: ['visitor'],
      manages: false,
    });
    const cookie = { cookie: `session=${session('Ana')}` };
    expect(await (await ask('/~/session/person', post([], cookie))).json()).toMatchObject({ account: { label: 'Ana Díaz' } });
    const broken = await ask('/~/session/person', { ...post([], cookie), body: new Uint8Array([0x5b, 0xff, 0x5d]) });
    expect([broken.status, await broken.json()]).toMatchObject([400, { title: 'MALFORMED' }]);
    const out = await ask('/~/session/run', post([{ kind: 'sign-out' }], cookie));
    expect(out.headers.get('set-cookie')).toMatch(/^session=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await (await ask('/~/session/person', post([], cookie))).json()).toMatchObject({ account: null });
  });

  test('refuses changes from pages of other sites', async () => {
    const { ask, session } = served();
    const cookie = { cookie: `session=${session('Ana')}` };
    const { 'sec-fetch-site': _own, ...json } = ownPage;
    const from = (headers: Record<string, string>): RequestInit => ({ method: 'POST', body: '{"subject":"x"}', headers });
    const status = async (headers: Record<string, string>): Promise<number> => (await ask('/api/tickets', from(headers))).status;
    expect(await status({ ...json, ...cookie })).toBe(403);
    expect(await status({ ...json, ...cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ ...json, 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await status({ ...json, origin: 'https://evil.example' })).toBe(403);
    expect(await status({ ...json, origin: 'null' })).toBe(403);
    // A program has no cookie that another site could use.
    expect(await status(json)).toBe(401);
    expect(await status({ ...json, ...cookie, origin: 'http://127.0.0.1' })).toBe(201);
  });

  test('does not expose methods that act as a person without a password', async () => {
    const { ask, id } = served();
    for (const name of ['actAs', 'actors', 'constructor', 'subscribe', 'change', 'reset']) {
      expect((await ask(`/~/session/${name}`, post([id('Mia')]))).status).toBe(404);
    }
    expect((await ask('/~/session/person', post({ not: 'a list' }))).status).toBe(400);
  });

  test('accepts a file from a person who may use it in a record, and serves it to no other person', async () => {
    const { ask, as } = served();
    const file = (headers: Record<string, string> = {}) => ({
      method: 'PUT',
      body: 'abc',
      headers: { 'content-type': 'image/png', ...headers },
    });
    expect((await ask('/~/file/photo.png', file())).status).toBe(403);
    const put = await ask('/~/file/F%C3%B3t%C3%B3.png', as('Ana', file({ 'content-type': 'image/png' })));
    const { id, name, size } = (await put.json()) as { readonly id: string; readonly name: string; readonly size: number };
    expect([put.status, name, size]).toEqual([200, 'Fótó.png', 3]);
    expect(await (await ask(`/~/file/${id}`, as('Ana'))).text()).toBe('abc');
    expect((await ask(`/~/file/${id}`, as('Carl'))).status).toBe(404);
    expect((await ask(`/~/file/${id}`)).status).toBe(404);
  });

  test('reads omitted arguments as null', async () => {
    const { ask, as, mistakes } = served();
    const address = { screen: 'Ticket', parameters: { number: '1' } };
    const part = await ask('/~/session/part', as('Mia', post([{ address, part: '0.1.3' }, null])));
    expect(await part.json()).toMatchObject({ ok: true, value: { kind: 'timeline', entries: [{ operation: 'create' }] } });
    expect(mistakes).toEqual([]);
  });

  test.each([
    {
      what: 'a COMMIT whose answer is lost',
      error: new CommitUnknown(new Error('me@host:5432')),
      title: 'OUTCOME_UNKNOWN',
      says: 'It is unknown whether this was saved. Check before you send it again.',
    },
    {
      what: 'a database that cannot be reached',
      error: new DatabaseUnavailable('the database me@host:5432/x cannot be reached'),
      title: 'UNAVAILABLE',
      says: 'The database does not respond. Nothing was changed.',
    },
    {
      what: 'a thread that ended',
      error: errorFromMessage(errorToMessage(new CommitUnknown())),
      title: 'OUTCOME_UNKNOWN',
      says: 'is unknown',
    },
  ])('$what: 503 says whether the request was done', async ({ error, title, says }) => {
    const { ask, as, product, engine, logged } = served();
    const lost = (): never => {
      throw error;
    };
    product.transact = lost;
    engine.call = async () => lost();
    const create = as('Ana', { method: 'POST', body: '{"subject":"A"}' });
    for (const answer of [await ask('/~/session/run', post([{ kind: 'sign-out' }])), await ask('/api/tickets', create)]) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      const text = await answer.text();
      expect(JSON.parse(text)).toMatchObject({ title, detail: expect.stringContaining(says) });
      expect(text).not.toContain('host:5432');
    }
    // A request that only reads has certainly changed nothing.
    expect(await (await ask('/api/tickets')).json()).toMatchObject({ title: 'UNAVAILABLE' });
    expect(logged.filter(({ level }) => level === 'error')).toHaveLength(3);
  });

  test('with an Idempotency-Key, an unknown outcome or a time-out tells how to retry', async () => {
    const { ask, as, engine } = served({ timeout: 10 });
    const create = as('Ana', { method: 'POST', body: '{"subject":"A"}', headers: { 'idempotency-key': 'k1' } });
    engine.call = async () => {
      throw new CommitUnknown();
    };
    const unknown = { title: 'OUTCOME_UNKNOWN', detail: expect.stringContaining('Send it again with the same Idempotency-Key') };
    expect(await (await ask('/api/tickets', create)).json()).toMatchObject(unknown);
    engine.call = () => new Promise(() => undefined);
    expect(await (await ask('/api/tickets', create)).json()).toMatchObject(unknown);
    expect(await (await ask('/api/tickets')).json()).toMatchObject({ title: 'TIMEOUT' });
  });

  test('logs an internal error and hides it from the caller', async () => {
    const { ask, product, mistakes } = served();
    product.transact = () => {
      throw new Error('the disk is on fire');
    };
    const answer = await ask('/~/session/run', post([{ kind: 'sign-out' }]));
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ ok: false, refusals: [{ error: 'FAILED', status: 500, because: '' }] });
    expect(text).not.toContain('fire');
    expect(mistakes).toEqual([new Error('the disk is on fire')]);
  });
});

test('tells browsers that something changed, but not what', async () => {
  const { ask, as } = served();
  const control = new AbortController();
  const events = await ask('/~/events', { signal: control.signal });
  const reader = events.body?.getReader();
  const next = async (): Promise<string> => new TextDecoder().decode((await reader?.read())?.value);
  expect(await next()).toContain('event: open');
  await ask('/api/tickets', as('Ana', { method: 'POST', body: JSON.stringify({ subject: 'Secret' }) }));
  const heard = await next();
  expect(heard).toContain('event: changed');
  expect(heard).not.toContain('Secret');
  control.abort();
  await reader?.cancel();
});

test('HEAD checks for event streams without opening one', async () => {
  const { ask, engine } = served();
  let listening = 0;
  const subscribe = engine.subscribe.bind(engine);
  engine.subscribe = (listener) => {
    listening++;
    const end = subscribe(listener);
    return () => {
      listening--;
      end();
    };
  };
  const answer = await ask('/~/events', { method: 'HEAD' });
  expect([answer.status, answer.headers.get('content-type'), await answer.text(), listening]).toEqual([200, 'text/event-stream', '', 0]);
  const control = new AbortController();
  const events = await ask('/~/events', { signal: control.signal });
  expect(listening).toBe(1);
  await events.body?.cancel();
  expect(listening).toBe(0);
});

test('allows another origin to send the token header that the document names', async () => {
  const { product, clock } = served();
  const app = createApp({
    engine: new ProductEngine(product, unexpected),
    platform: clock,
    log: () => undefined,
    settings: { corsOrigins: ['https://app.example'] },
    token: { header: 'X-Key', scheme: '' },
  });
  const preflight = async (origin: string): Promise<Headers> =>
    (
      await app.request('http://127.0.0.1/api/tickets', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-key' },
      })
    ).headers;
  const own = await preflight('https://app.example');
  expect(own.get('access-control-allow-origin')).toBe('https://app.example');
  expect(own.get('access-control-allow-headers')?.split(',')).toEqual(
    expect.arrayContaining(['authorization', 'x-key', 'idempotency-key']),
  );
  expect(own.get('access-control-expose-headers')?.split(',')).toEqual(expect.arrayContaining(['etag', 'idempotent-replayed']));
  expect((await preflight('https://evil.example')).get('access-control-allow-origin')).toBeNull();
});

test('ends event streams on shutdown', async () => {
  const ending = new AbortController();
  const { ask } = served({}, { ending: ending.signal });
  const events = await ask('/~/events');
  const told = events.text();
  ending.abort();
  expect(await told).toContain('event: open');
});

test('serves the page to browsers where no call answers, and the API description at its own paths', async () => {
  const files = [{ path: 'index.html', bytes: new TextEncoder().encode('the page') }];
  const site = { files, policy: "default-src 'self'", isCall: (path: string) => path.startsWith('/api/') };
  const description = { model: productInMemory(helpdesk).product.model, openapi: { openapi: '3.1.1' } };
  const { ask } = served({}, { site, description });
  const text = async (path: string, accept?: string): Promise<string> =>
    (await ask(path, accept === undefined ? {} : { headers: { accept } })).text();
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  expect(await text('/tickets/1', browser)).toBe('the page');
  expect(await text('/api/tickets', browser)).toContain('UNAUTHORIZED');
  expect(await text('/openapi.json', browser)).toBe('{"openapi":"3.1.1"}');
  expect(await text('/~/calls', browser)).toContain('/api/tickets/:number');
  // A health check that only probes the first page.
  expect(await text('/')).toBe('the page');
  expect(await text('/', '*/*')).toBe('the page');
  expect(await text('/', 'application/json')).toContain('NOT_FOUND');
  expect(await text('/tickets/1', '*/*')).toContain('NOT_FOUND');
});

test('does not run a call for a caller who does not accept JSON', async () => {
  const { ask, as, product } = served();
  const count = (): number => product.store.query({ entity: 'Ticket', conditions: [] }).length;
  const before = count();
  const answer = await ask('/api/tickets', as('Ana', { method: 'POST', body: '{"subject":"x"}', headers: { accept: 'application/xml' } }));
  expect([answer.status, await answer.json()]).toMatchObject([406, { title: 'NOT_ACCEPTABLE' }]);
  expect(count()).toBe(before);
});

test('slows down password guesses per account and per network', async () => {
  const { ask } = served({ proxies: 1 });
  const command = (email: string) => JSON.stringify([{ kind: 'sign-in', values: { email, password: 'wrong' } }]);
  const guess = async (email: string, address: string): Promise<string> => {
    const answer = await ask('/~/session/run', {
      method: 'POST',
      headers: { ...ownPage, 'x-forwarded-for': address },
      body: command(email),
    });
    const { refusals } = (await answer.json()) as { readonly refusals: readonly { readonly error: string }[] };
    return refusals[0]?.error ?? '';
  };
  const several = async (count: number, once: (index: number) => Promise<string>): Promise<string[]> => {
    const found: string[] = [];
    for (let index = 0; index < count; index++) found.push(await once(index));
    return found;
  };
  const wrong = 'UNAUTHORIZED';
  const late = 'TOO_MANY_ATTEMPTS';
  expect(await several(6, () => guess('ana@example.com', '192.0.2.1'))).toEqual([...Array(5).fill(wrong), late]);
  expect(await several(21, (index) => guess(`nobody${index}@example.com`, '198.51.100.7'))).toEqual([...Array(20).fill(wrong), late]);
  expect(await guess('nobody@example.com', '198.51.100.8')).toBe(wrong);
});

test('lists the sessions of a person over HTTP and ends them', async () => {
  const { ask, as } = served();
  const account = async (example: string) =>
    (await (await ask('/~/session/account', as(example, { method: 'POST', body: '[]' }))).json()) as {
      readonly password: boolean;
      readonly sessions: readonly { readonly id: string; readonly own: boolean }[];
    };
  const run = async (example: string, command: object) =>
    (await (await ask('/~/session/run', as(example, { method: 'POST', body: JSON.stringify([command]) }))).json()) as {
      readonly ok: boolean;
    };
  const { password, sessions } = await account('Ana');
  expect([password, sessions.map(({ own }) => own)]).toEqual([true, [true]]);
  expect((await run('Bo', { kind: 'end-session', session: sessions[0]?.id })).ok).toBe(false);
  expect(await run('Ana', { kind: 'end-session', session: sessions[0]?.id })).toMatchObject({ ok: true });
});
