import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import type { Request } from '../../verifier/answers/request.ts';
import { startRelay } from './relay.ts';

const secret = '0123456789abcdef0123456789abcdef';
const page = 'http://127.0.0.1:4190';
const good = { method: 'GET', path: '/books', query: 'limit=3', token: 'abc', contentType: null, body: null };

let close: () => Promise<void> = async () => undefined;
afterEach(() => close());

/**
 * Starts a relay. Returns what it forwarded, and a function that sends requests as a page would.
 */
async function relaying() {
  const passed: Request[] = [];
  const relay = await startRelay({
    port: 0,
    secret,
    implementation: {
      wait: async () => undefined,
      async send(one) {
        passed.push(one);
        return { status: 200, body: '[]', date: 5, retryAfter: null };
      },
    },
  });
  close = relay.close;
  const { port, pathname, host } = new URL(relay.address);
  const send = (given: {
    readonly path?: string;
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: unknown;
  }) =>
    new Promise<{ readonly status: number; readonly origin: string | undefined; readonly body: string }>((resolve, reject) => {
      const { path = pathname, method = 'POST', headers = {}, body = good } = given;
      const all = { origin: page, 'content-type': 'application/json', host, ...headers };
      const sent = request({
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: Object.fromEntries(Object.entries(all).filter(([, one]) => one !== '')),
      });
      sent.on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, origin: response.headers['access-control-allow-origin'], body: text }),
        );
      });
      sent.on('error', reject);
      sent.end(method === 'POST' ? (typeof body === 'string' ? body : JSON.stringify(body)) : undefined);
    });
  return { passed, send };
}

test('a page of this machine that knows the address reaches the service', async () => {
  const { passed, send } = await relaying();
  const said = await send({});
  expect(said).toMatchObject({ status: 200, origin: page });
  expect(JSON.parse(said.body)).toEqual({ status: 200, body: '[]', date: 5, retryAfter: null });
  expect(passed).toEqual([good]);
  expect(await send({ method: 'OPTIONS' })).toMatchObject({ status: 204, origin: page });
});

test('no other page does, and none without the secret', async () => {
  const { passed, send } = await relaying();
  for (const origin of ['', 'null', 'https://example.com', 'http://127.0.0.1.example.com', 'http://localhost.example.com:80'])
    expect([origin, await send({ headers: { origin } })]).toMatchObject([origin, { status: 403, origin: undefined }]);
  // A foreign name that resolves to this machine.
  expect(await send({ headers: { host: 'example.com' } })).toMatchObject({ status: 403, origin: undefined });
  for (const path of ['/', '/relay/', `/relay/${'0'.repeat(32)}`, `/relay/${secret}/`, `/relay/${secret}0`])
    expect([path, await send({ path })]).toMatchObject([path, { status: 404, origin: undefined }]);
  expect((await send({ method: 'OPTIONS', headers: { origin: 'https://example.com' } })).status).toBe(403);
  expect(passed).toEqual([]);
});

test('only requests to calls are forwarded', async () => {
  const { passed, send } = await relaying();
  // A form on any page can send this without a preflight request.
  expect((await send({ headers: { 'content-type': 'text/plain' } })).status).toBe(405);
  expect((await send({ method: 'GET' })).status).toBe(405);
  const wrong: readonly unknown[] = [
    '{',
    '[]',
    { ...good, method: 'CONNECT' },
    { ...good, path: 'http://example.com/' },
    { ...good, path: '@example.com/' },
    { ...good, path: '/books\\@example.com' },
    { ...good, path: '/books HTTP/1.1' },
    { ...good, path: '/books?x=1' },
    { ...good, query: 'a#b' },
    { ...good, token: 'a\r\nHost: example.com' },
    { ...good, contentType: 7 },
    { ...good, body: {} },
    { ...good, body: 'x'.repeat(1024 * 1024) },
  ];
  for (const body of wrong) expect([body, (await send({ body })).status]).toEqual([body, 400]);
  expect(passed).toEqual([]);
});
