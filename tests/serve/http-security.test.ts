import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tokenHash } from '../../src/engine/account/hasher.ts';
import { ProductEngine } from '../../src/serve/engine/product-engine.ts';
import { createApp } from '../../src/serve/http/app.ts';
import type { App } from '../../src/serve/http/environment.ts';
import { type Listening, listen } from '../../src/serve/http/listen.ts';
import type { LogEntry } from '../../src/serve/http/log-entry.ts';
import { noPages } from '../../testing/browser/own-page.ts';
import { productInMemory } from '../../testing/product.ts';

/*
 * A running server, and what no client library would send it: each is refused or answered as
 * anything else, nothing is logged as a mistake of ours, nothing of our insides is in an answer,
 * and the next request is served.
 */

const documents = [
  {
    name: 'helpdesk',
    list: '/api/tickets',
    make: '/api/tickets',
    body: '{"subject":"x"}',
    person: 'Ana',
    scheme: 'Bearer',
    signIn: (password: string) => ['/api/session', { email: 'ana@example.com', password }] as const,
    right: 'correct-horse',
  },
  {
    name: 'conduit',
    list: '/api/user',
    make: '/api/articles',
    body: '{"article":{"title":"x","description":"x","body":"x"}}',
    person: 'Jake',
    scheme: 'Token',
    signIn: (password: string) => ['/api/users/login', { user: { email: 'jake@example.com', password } }] as const,
    right: 'jakejake',
  },
] as const;

describe.each(documents)('$name', ({ name, list, make, body, person, scheme, signIn, right }) => {
  const { product, clock, id } = productInMemory(readFileSync(new URL(`../../specs/${name}.md`, import.meta.url), 'utf8'));
  const logged: LogEntry[] = [];
  const mistakes: unknown[] = [];
  let app: App;
  let server: Listening;

  beforeAll(async () => {
    app = createApp({
      engine: new ProductEngine(product, (error) => mistakes.push(error)),
      platform: clock,
      settings: { requestsPerMinute: 0, proxies: 1 },
      site: noPages,
      log: (entry) => logged.push(entry),
      ...(product.model.account === null ? {} : { token: product.model.account.token }),
    });
    server = await listen((request, environment) => app.fetch(request, environment), { host: '127.0.0.1', port: 0 });
    product.store.transaction(() => {
      product.store.saveSession({ tokenHash: tokenHash('good'), account: id(person), began: 0, expires: clock.now() + 1e9 });
      product.store.saveSession({ tokenHash: tokenHash('expired'), account: id(person), began: 0, expires: clock.now() - 1 });
    });
  });
  afterAll(() => server.stop(0));

  /**
   * Sends the bytes and nothing more; gives the statuses of all answers, and everything that came.
   */
  const send = (bytes: string): Promise<{ readonly statuses: readonly number[]; readonly text: string }> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      let text = '';
      socket.setEncoding('latin1');
      socket.on('data', (piece) => {
        text += piece;
      });
      socket.on('error', (error: NodeJS.ErrnoException) => {
        // The server hung up while we were still speaking.
        if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
      });
      socket.on('close', () => resolve({ statuses: [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map((match) => Number(match[1])), text }));
      socket.end(Buffer.from(bytes, 'latin1'));
    });

  const request = (line: string, headers: readonly string[] = [], content = ''): string =>
    [`${line} HTTP/1.1`, 'Host: 127.0.0.1', 'Connection: close', ...headers, '', content].join('\r\n');
  const post = (headers: readonly string[], content: string): string =>
    request(`POST ${make}`, [`Authorization: ${scheme} good`, 'Content-Type: application/json', ...headers], content);
  const length = (content: string): string => `Content-Length: ${content.length}`;

  const hostile: readonly (readonly [what: string, bytes: string])[] = [
    ['no host', `GET ${list} HTTP/1.1\r\nConnection: close\r\n\r\n`],
    ['a host that is none', `GET ${list} HTTP/1.1\r\nHost: a/../b?c#d "<>\r\nConnection: close\r\n\r\n`],
    ['a port that is none', `GET ${list} HTTP/1.1\r\nHost: a:99999\r\nConnection: close\r\n\r\n`],
    ['an address in place of a path', request('GET http://[bad')],
    ['another person’s address', request(`GET http://evil.example${list}`)],
    ['no path', request('OPTIONS *')],
    ['a path with an authority', request('GET //user:pw@evil.example:99999/x')],
    ['a path with backslashes', request('GET /\\..\\..\\etc\\passwd')],
    ['a path out of the folder', request('GET /assets/../../../etc/passwd')],
    ['the same, encoded', request('GET /assets/%2e%2e/%2e%2e/etc/passwd')],
    ['a file out of the folder', request('GET /~/file/..%2f..%2fetc%2fpasswd')],
    ['no UTF-8 in a path', request('GET /api/%ff/%zz/%00')],
    ['bytes in a path', request('GET /api/\xe9')],
    ['a method that is none', request('FOO /')],
    ['TRACE', request(`TRACE ${list}`)],
    ['another method in a header', request(`POST ${list}/1`, ['X-HTTP-Method-Override: DELETE', 'Content-Length: 0'])],
    ['another path in a header', request('GET /nowhere', [`X-Original-URL: ${list}`, `X-Rewrite-URL: ${list}`])],
    ['two lengths', post(['Content-Length: 5', 'Content-Length: 6'], 'abcde')],
    ['a length and chunks', post(['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${request(`GET ${list}`)}`)],
    ['a length below nothing', post(['Content-Length: -5'], 'abcde')],
    ['a length beyond everything', post(['Content-Length: 99999999999999'], 'x')],
    ['chunks of no size', post(['Transfer-Encoding: chunked'], 'ZZ\r\nx\r\n')],
    ['an unknown encoding', post(['Transfer-Encoding: xchunked'], '0\r\n\r\n')],
    ['a body that breaks off', post(['Content-Length: 500'], '{"sub')],
    ['chunks that break off', post(['Transfer-Encoding: chunked'], '5\r\n{"sub')],
    ['a file that breaks off', request('PUT /~/file/x', [`Authorization: ${scheme} good`, 'Content-Length: 500'], 'abc')],
    [
      'arguments that break off',
      request('POST /~/session/person', ['Sec-Fetch-Site: same-origin', 'Content-Type: application/json', 'Content-Length: 500'], '['),
    ],
    ['a body in gzip that is none', post(['Content-Encoding: gzip', length(body)], body.slice(1))],
    [
      'a token in a trailer',
      request(`POST ${make}`, ['Transfer-Encoding: chunked'], `2\r\n{}\r\n0\r\nAuthorization: ${scheme} good\r\n\r\n`),
    ],
    ['a folded header', request(`GET ${list}`, ['X-A: a', ' b'])],
    ['NUL in a header', request(`GET ${list}`, ['X-A: a\0b'])],
    ['a blank before the colon', request(`GET ${list}`, [`Authorization : ${scheme} good`])],
    ['a token of bytes', request(`GET ${list}`, [`Authorization: ${scheme} \xff\xfe`])],
    ['SQL in a token', request(`GET ${list}`, [`Authorization: ${scheme} ' OR 1=1 --`])],
    ['a cookie that is none', request(`GET ${list}`, ['Cookie: session=%zz; =; ;;session=a=b'])],
    ['too many bytes of headers', request(`GET ${list}`, [`X-A: ${'a'.repeat(20_000)}`])],
    ['too long a path', request(`GET /${'a'.repeat(20_000)}`)],
    ['another network address', request(`GET ${list}`, ["X-Forwarded-For: ' OR 1=1 --", 'Forwarded: for=evil'])],
    ['an unknown Expect', post(['Expect: nonsense', 'Content-Length: 0'], '')],
    ['an upgrade to something else', request(`GET ${list}`, ['Upgrade: websocket'])],
    ['HTTP/2 without a word', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00'],
    ['slow patterns in Accept', request(`GET ${list}`, [`Accept: ${'a;q="'.repeat(2000)}`])],
    ['slow patterns in Content-Type', post([length(body), `Content-Type: application/json${' '.repeat(8000)}x`], body)],
    ['slow patterns in If-None-Match', request(`GET ${list}`, [`If-None-Match: ${'"a",'.repeat(2000)}`, `Authorization: ${scheme} good`])],
    ['a key with a line in it', post([length(body), 'Idempotency-Key: a\x07b'], body)],
    ['a name of a request that writes headers', request(`GET ${list}`, ['X-Request-Id: a%0d%0aSet-Cookie: session=x'])],
    ['an origin that is none', request(`POST ${make}`, ['Cookie: session=good', 'Origin: ::::', 'Content-Length: 0'])],
  ];

  test('requests that no client library sends', async () => {
    for (const [what, bytes] of hostile) {
      const { statuses, text } = await send(bytes);
      for (const status of statuses) expect([what, status < 500]).toEqual([what, true]);
      expect(text, what).not.toMatch(/node:|node_modules|\bat \S+ \(|root:x:0|Set-Cookie: session=x/i);
    }
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
    expect(mistakes).toEqual([]);
    const { statuses } = await send(request(`GET ${list}`, [`Authorization: ${scheme} good`]));
    expect(statuses).toEqual([200]);
  }, 120_000);

  test('a token counts only in its place, unchanged and while its session lasts', async () => {
    const status = async (...headers: string[]): Promise<readonly number[]> => (await send(request(`GET ${list}`, headers))).statuses;
    expect(await status(`Authorization: ${scheme} good`)).toEqual([200]);
    expect(await status('Cookie: session=good')).toEqual([200]);
    for (const headers of [
      [],
      [`Authorization: ${scheme} expired`],
      [`Authorization: ${scheme} forged`],
      [`Authorization: ${scheme} GOOD`],
      [`Authorization: ${scheme}`],
      ['Authorization: Basic Z29vZDpnb29k'],
      ['Cookie: session=forged'],
      ['Cookie: Session=good'],
      // What says more counts: it is not made up for by a cookie.
      [`Authorization: ${scheme} forged`, 'Cookie: session=good'],
      [`X-Authorization: ${scheme} good`],
      [`Proxy-Authorization: ${scheme} good`],
    ])
      expect([headers, await status(...headers)]).toEqual([headers, [401]]);
  });

  test('1,000 wrong passwords, each from another network', async () => {
    const guess = async (password: string, address: string): Promise<Response> => {
      const [path, values] = signIn(password);
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      return app.request(`http://127.0.0.1${path}`, { method: 'POST', headers, body: JSON.stringify(values) });
    };
    const statuses = new Map<number, number>();
    for (let index = 0; index < 1000; index++) {
      const answer = await guess(`guess ${index}`, `2001:db8:${index.toString(16)}::1`);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      else expect(await answer.text()).not.toContain('token":');
    }
    // The clock is stopped: fifty are checked, and all the others wait.
    expect([...statuses]).toEqual([
      [401, 50],
      [429, 950],
    ]);
    // A right one among them is none that the guesser learns of.
    expect((await guess(right, '2001:db9::1')).status).toBe(429);
    clock.advance(15 * 60_000);
    expect((await guess(right, '2001:db9::1')).status).toBeLessThan(300);
    expect(mistakes).toEqual([]);
  }, 120_000);
});
