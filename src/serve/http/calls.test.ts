import { request as requestOf } from 'node:http';
import { gunzipSync, inflateSync } from 'node:zlib';
import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { secureHeaders } from 'hono/secure-headers';
import { afterEach, describe, expect, test } from 'vitest';
import { noPages, ownPage } from '../../../testing/browser/own-page.ts';
import { fixedPlatform } from '../../base/platform.ts';
import type { CallAnswer, CallRequest } from '../calls/call-request.ts';
import type { Engine } from '../engine/engine.ts';
import { type AppParts, createApp } from './app.ts';
import { target } from './calls.ts';
import { type Listening, listen } from './listen.ts';

const json = { 'content-type': 'application/json; charset=utf-8' };
const long = JSON.stringify('long '.repeat(1000));

/** An app whose engine always returns `answer`, and the requests that the engine received. */
function answering(answer: CallAnswer | Promise<CallAnswer>, more: Partial<AppParts> = {}) {
  const asked: CallRequest[] = [];
  const engine: Engine = {
    call: async (request) => {
      asked.push(request);
      return answer;
    },
    screen: () => Promise.reject(new Error('this test opens no screen')),
    subscribe: () => () => undefined,
    ready: async () => true,
    close: async () => undefined,
  };
  return { asked, engine, app: createApp({ engine, platform: fixedPlatform(), log: () => undefined, ...more }) };
}

const servers: Listening[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(0);
});

interface Heard {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly bytes: Buffer;
}

/** Sends exactly these headers over its own connection, because `fetch` adds some. */
async function overTheWire({ app }: Pick<ReturnType<typeof answering>, 'app'>) {
  const server = await listen(app.fetch, { host: '127.0.0.1', port: 0 });
  servers.push(server);
  return (method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer): Promise<Heard> =>
    new Promise((resolve, reject) => {
      const request = requestOf(`${server.url}${path}`, { method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(chunks) }));
      });
      request.on('error', reject);
      // Write the body before the end, so that Node does not know its length and sends it in
      // chunks.
      if (body !== undefined && headers['transfer-encoding'] !== undefined) request.write(body);
      request.end(headers['transfer-encoding'] === undefined ? body : undefined);
    });
}

describe('every response', () => {
  /** The headers that Hono's secureHeaders sets with these options. */
  async function expected(options: Parameters<typeof secureHeaders>[0]): Promise<Record<string, string>> {
    const bare = new Hono();
    bare.use(secureHeaders({ strictTransportSecurity: false, ...options }));
    bare.get('/', (context) => context.body(null));
    return {
      ...Object.fromEntries((await bare.request('/')).headers),
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-request-id': 'abc',
    };
  }

  test('has the same headers for calls, refusals, internal errors and other paths', async () => {
    const common = await expected({});
    const hanging = new Promise<CallAnswer>(() => undefined);
    const parts: readonly (readonly [string, number, ReturnType<typeof answering>, RequestInit?])[] = [
      ['/api/things', 200, answering({ status: 200, headers: json, body: '{}' })],
      ['/api/things', 200, answering({ status: 200, headers: json, body: long })],
      ['/api/things', 200, answering({ status: 200, headers: json, body: long }), { headers: { 'accept-encoding': 'gzip' } }],
      ['/api/things', 200, answering({ status: 200, headers: json, body: '{}' }), { method: 'HEAD' }],
      ['/api/things', 304, answering({ status: 304, headers: { etag: 'W/"x"' }, body: null })],
      ['/api/things', 500, answering(Promise.reject(new Error('on fire')))],
      ['/api/things', 503, answering(hanging, { settings: { timeout: 5 } })],
      ['/api/things', 413, answering(hanging, { settings: { bodyLimit: 2 } }), { method: 'POST', body: 'abc' }],
      ['/healthz', 200, answering(hanging)],
      ['/metrics', 200, answering(hanging, { showMetrics: true })],
      ['/~/events', 200, answering(hanging, { site: noPages })],
      ['/~/events', 404, answering({ status: 404, headers: json, body: '{}' })],
      ['/~/session/person', 403, answering(hanging, { site: noPages }), { method: 'POST', body: '[]' }],
      ['/~/session/nonsense', 404, answering(hanging, { site: noPages }), { method: 'POST', body: '[]', headers: ownPage }],
    ];
    for (const [path, status, { app }, init] of parts) {
      const answer = await app.request(`http://127.0.0.1${path}`, { ...init, headers: { 'x-request-id': 'abc', ...init?.headers } });
      expect(answer.status, path).toBe(status);
      expect(Object.fromEntries(answer.headers), `${path} ${status}`).toMatchObject(common);
      await answer.body?.cancel();
    }
  });

  test('has CORS headers if other origins are allowed', async () => {
    const exposed = ['allow', 'etag', 'idempotent-replayed', 'location', 'retry-after', 'x-request-id'];
    const answers = [
      answering({ status: 200, headers: { ...json, vary: 'Authorization, Cookie' }, body: '{}' }),
      answering(Promise.reject(new Error('on fire'))),
    ];
    for (const corsOrigins of [['https://a.example', 'https://b.example'], ['*']]) {
      const anybody = corsOrigins.includes('*');
      for (const origin of ['https://a.example', 'https://evil.example', null]) {
        const bare = new Hono();
        bare.use(cors({ origin: anybody ? '*' : corsOrigins, credentials: !anybody, exposeHeaders: exposed }));
        bare.get('/', (context) => context.body(null));
        const asked = { headers: { 'x-request-id': 'abc', ...(origin === null ? {} : { origin }) } };
        const library = Object.fromEntries((await bare.request('/', asked)).headers);
        for (const { engine } of answers) {
          const app = createApp({ engine, platform: fixedPlatform(), log: () => undefined, settings: { corsOrigins } });
          const { status, headers } = await app.request('/api/things', asked);
          const own = status === 200 ? 'Authorization, Cookie' : '';
          const vary = [own, library['vary'] ?? ''].filter((one) => one !== '').join(', ');
          expect(Object.fromEntries(headers)).toMatchObject({
            ...(await expected({ crossOriginResourcePolicy: 'cross-origin' })),
            ...library,
            ...(vary === '' ? {} : { vary }),
          });
          expect(headers.get('access-control-allow-origin')).toBe(library['access-control-allow-origin'] ?? null);
          expect(headers.get('access-control-allow-credentials')).toBe(library['access-control-allow-credentials'] ?? null);
        }
      }
    }
  });

  test('ignores a request id that is not safe to log', async () => {
    const { app } = answering({ status: 200, headers: json, body: '{}' });
    for (const said of ['a b', '<script>', 'x'.repeat(65), '']) {
      const { headers } = await app.request('/api/things', { headers: { 'x-request-id': said } });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });
});

describe('the engine receives', () => {
  test('path and query, both undecoded', async () => {
    expect(target('http://a.example/')).toEqual({ path: '/', query: '' });
    expect(target('http://a.example/a%20b/c?d=%2F&e=/?f')).toEqual({ path: '/a%20b/c', query: 'd=%2F&e=/?f' });
    expect(target('https://a.example:8080/a?#b?c')).toEqual({ path: '/a', query: '' });
    expect(target('http://a.example/a#b?c')).toEqual({ path: '/a', query: '' });
  });

  test('requests with a body, in chunks and without a body', async () => {
    const { app, asked } = answering({ status: 204, headers: {}, body: null });
    const ask = await overTheWire({ app });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer abc', 'idempotency-key': 'k', 'if-match': '"m"' };
    expect((await ask('POST', '/api/things?a=%20b', { ...headers, 'content-length': '2' }, '{}')).status).toBe(204);
    expect((await ask('POST', '/api/things', { ...headers, 'transfer-encoding': 'chunked' }, '{}')).status).toBe(204);
    expect((await ask('POST', '/api/things', { ...headers, 'content-length': '0' })).status).toBe(204);
    expect((await ask('DELETE', '/api/things/1', { 'if-match': '"m"' })).status).toBe(204);
    const common = {
      method: 'POST',
      path: '/api/things',
      query: '',
      token: 'abc',
      origin: { network: '127.0.0.1' },
      contentType: 'application/json',
    };
    expect(asked).toMatchObject([
      { ...common, query: 'a=%20b', body: '{}', idempotencyKey: 'k', ifMatch: '"m"' },
      { ...common, body: '{}' },
      { ...common, body: null },
      { method: 'DELETE', path: '/api/things/1', body: null, ifMatch: '"m"' },
    ]);
    await ask('GET', '/api/things', { 'if-none-match': '"n"' });
    expect(asked.at(-1)).toMatchObject({ method: 'GET', body: null, ifNoneMatch: '"n"' });
  });

  test('no body with invalid UTF-8, unless its type is not JSON', async () => {
    const { app, asked } = answering({ status: 204, headers: {}, body: null });
    const broken: readonly number[][] = [[0x22, 0xff, 0x22], [0xc3], [0x22, 0xed, 0xa0, 0x80, 0x22], [0xc0, 0xaf]];
    const post = async (bytes: readonly number[], type: string | null) => {
      const headers: Record<string, string> = type === null ? {} : { 'content-type': type };
      return app.request('/api/things', { method: 'POST', body: new Uint8Array(bytes), headers });
    };
    for (const bytes of broken) {
      for (const type of ['application/json', 'application/json; charset=utf-8', 'application/merge-patch+json', null]) {
        const answer = await post(bytes, type);
        expect([answer.status, await answer.json()]).toMatchObject([400, { title: 'MALFORMED', detail: expect.stringContaining('UTF-8') }]);
      }
    }
    expect(asked).toEqual([]);
    // The call itself refuses these with 415, in the wording of its document.
    expect((await post([0xff], 'application/json; charset=latin1')).status).toBe(204);
    expect((await post([0xff], 'text/plain')).status).toBe(204);
    const text = '"Öl \u{1F600} \uFFFD"';
    expect((await post([...new TextEncoder().encode(text)], 'application/json')).status).toBe(204);
    expect(asked.at(-1)?.body).toBe(text);
    expect(asked).toHaveLength(3);
    const ask = await overTheWire({ app });
    const headers = { 'content-type': 'application/json' };
    expect((await ask('POST', '/api/things', { ...headers, 'content-length': '3' }, Buffer.from([0x22, 0xff, 0x22]))).status).toBe(400);
    expect((await ask('POST', '/api/things', { ...headers, 'transfer-encoding': 'chunked' }, Buffer.from([0x22, 0xff]))).status).toBe(400);
    expect(asked).toHaveLength(3);
  });

  test('no body that is too long, however it is sent', async () => {
    const { app, asked } = answering({ status: 204, headers: {}, body: null }, { settings: { bodyLimit: 10 } });
    const ask = await overTheWire({ app });
    const body = 'x'.repeat(11);
    expect((await ask('POST', '/api/things', { 'content-length': '11' }, body)).status).toBe(413);
    expect((await ask('POST', '/api/things', { 'transfer-encoding': 'chunked' }, body)).status).toBe(413);
    expect(asked).toEqual([]);
  });
});

describe('a response body', () => {
  test('is sent as is if short, and compressed if long and the caller accepts it', async () => {
    const ask = await overTheWire(answering({ status: 200, headers: { ...json, vary: 'Cookie' }, body: long }));
    const plain = await ask('GET', '/api/things');
    expect(plain.headers).toMatchObject({ 'content-length': String(long.length), vary: 'Cookie, Accept-Encoding' });
    expect(plain.bytes.toString()).toBe(long);
    const ways = {
      gzip: gunzipSync,
      'br, gzip;q=0.5, *;q=0.1': gunzipSync,
      'deflate, gzip': gunzipSync,
      'deflate, gzip;q=0.5': inflateSync,
      '*': gunzipSync,
    };
    for (const [accepted, read] of Object.entries(ways)) {
      const packed = await ask('GET', '/api/things', { 'accept-encoding': accepted });
      expect(packed.headers, accepted).toMatchObject({
        'content-encoding': read === gunzipSync ? 'gzip' : 'deflate',
        'content-length': String(packed.bytes.length),
        vary: 'Cookie, Accept-Encoding',
      });
      expect(packed.bytes.length).toBeLessThan(200);
      expect(read(packed.bytes).toString()).toBe(long);
    }
    for (const accepted of ['', 'br', 'gzip;q=0', 'identity, *;q=0']) {
      const unpacked = await ask('GET', '/api/things', { 'accept-encoding': accepted });
      expect(unpacked.headers['content-encoding'], accepted).toBeUndefined();
      expect(unpacked.bytes.toString()).toBe(long);
    }
    const head = await ask('HEAD', '/api/things', { 'accept-encoding': 'gzip' });
    expect([head.headers['content-length'], head.bytes.length]).toEqual([String(long.length), 0]);
    const short = await overTheWire(answering({ status: 200, headers: json, body: '"ü"' }));
    const answer = await short('GET', '/api/things', { 'accept-encoding': 'gzip' });
    expect([answer.headers['content-length'], answer.headers['vary'], answer.bytes.toString()]).toEqual(['4', undefined, '"ü"']);
  });

  test('is intact if it is very long and another thread compresses it', async () => {
    const body = JSON.stringify('very long '.repeat(10_000));
    const ask = await overTheWire(answering({ status: 200, headers: json, body }));
    const { headers, bytes } = await ask('GET', '/api/things', { 'accept-encoding': 'gzip' });
    expect(headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(bytes).toString()).toBe(body);
  });

  test('is compressed for files of the screens too', async () => {
    const files = [{ path: 'assets/a.js', bytes: new TextEncoder().encode(long) }];
    const site = { files, policy: "default-src 'self'", isCall: () => true };
    const ask = await overTheWire(answering({ status: 204, headers: {}, body: null }, { site }));
    const { status, headers, bytes } = await ask('GET', '/assets/a.js', { 'accept-encoding': 'gzip' });
    expect([status, headers['content-encoding'], headers['vary'], gunzipSync(bytes).toString()]).toEqual([
      200,
      'gzip',
      'Accept-Encoding',
      long,
    ]);
    expect((await ask('GET', '/assets/a.js')).bytes.toString()).toBe(long);
  });
});
