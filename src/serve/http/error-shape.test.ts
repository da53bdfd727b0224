import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { Engine } from '../engine/engine.ts';
import { ProductEngine } from '../engine/product-engine.ts';
import { createApp } from './app.ts';
import { type Listening, listen } from './listen.ts';
import type { LogEntry } from './log-entry.ts';
import type { HttpSettings } from './settings.ts';

const document = (errorBody: string, lines = ''): string => `# Specification: Notes

${lines}

## 3. Entities and their fields

### Note

| Field | Type | Required |
|---|---|---|
| title | text | yes |

## 8. The error catalogue

${errorBody}
`;

const own = 'Error body: `{"code": error, "status": status, "said": message, "of": [entity]}`';

function served(errorBody = own, settings: Partial<HttpSettings> = {}, engine?: Partial<Engine>, lines = '') {
  const { product, clock } = productInMemory(document(errorBody, lines));
  const logged: LogEntry[] = [];
  const whole = new ProductEngine(product, () => undefined);
  const app = createApp({
    engine: { ...methodsOf(whole), ...engine },
    platform: clock,
    model: product.model,
    settings,
    site: { files: [], policy: '', isCall: () => false },
    log: (entry) => logged.push(entry),
  });
  const ask = (path: string, init: RequestInit = {}) => app.request(`http://127.0.0.1${path}`, init);
  return { app, ask, logged };
}

const methodsOf = (engine: Engine): Engine => ({
  call: (request) => engine.call(request),
  screen: (request) => engine.screen(request),
  subscribe: (listener) => engine.subscribe(listener),
  ready: () => engine.ready(),
  close: () => engine.close(),
});

const json = { 'content-type': 'application/json' };
const post = (body: BodyInit, headers: Record<string, string> = json): RequestInit => ({ method: 'POST', headers, body });
const never: Partial<Engine> = { call: () => new Promise(() => undefined) };

describe('every refused call has the error body of the document', () => {
  const cases: [number, string, string, RequestInit, Partial<HttpSettings>?, Partial<Engine>?][] = [
    [400, 'MALFORMED', '/api/notes', post('{')],
    [400, 'MALFORMED', '/api/notes', post(new Uint8Array([0x22, 0xff, 0x22]))],
    [404, 'NOT_FOUND', '/nowhere', {}],
    [405, 'METHOD_NOT_ALLOWED', '/api/notes', { method: 'PUT' }],
    [406, 'NOT_ACCEPTABLE', '/api/notes', { headers: { accept: 'text/html' } }],
    [413, 'TOO_LARGE', '/api/notes', post('"too long"', { ...json, 'content-length': '10' }), { bodyLimit: 9 }],
    [415, 'UNSUPPORTED_MEDIA_TYPE', '/api/notes', post('a=b', { 'content-type': 'text/plain' })],
    [422, 'INVALID', '/api/notes', post('{"body": 1}')],
    [503, 'TIMEOUT', '/api/notes', {}, { timeout: 20 }, never],
    [500, 'FAILED', '/api/notes', {}, {}, { call: () => Promise.reject(new Error('ours')) }],
  ];
  test.each(cases)('%i %s', async (status, code, path, init, settings, engine) => {
    const answer = await served(own, settings, engine).ask(path, init);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toMatchObject({ code, status });
  });

  const keyed = `Error body: \`{"errors": {field: [message]}}\`

| Error | Status | Message | Key |
|---|---|---|---|
| METHOD_NOT_ALLOWED | 405 | not for {entity} | method |
| NOT_ACCEPTABLE | 406 | only JSON | accept |
| TOO_LARGE | 413 | too large | size |
| UNSUPPORTED_MEDIA_TYPE | 415 | only JSON | type |
| TIMEOUT | 503 | too slow | time |
| NOT_FOUND | 404 | nothing here | \`lower(entity)\` |`;
  test.each([
    ['method', 'not for record', '/api/notes', { method: 'PUT' }],
    ['accept', 'only JSON', '/api/notes', { headers: { accept: 'text/html' } }],
    ['size', 'too large', '/api/notes', post('"too long"', { ...json, 'content-length': '10' })],
    ['type', 'only JSON', '/api/notes', post('a=b', { 'content-type': 'text/plain' })],
    ['time', 'too slow', '/api/notes', {}],
    ['call', 'nothing here', '/nowhere', {}],
  ] as [string, string, string, RequestInit][])('section 8 gives its key and message: %s', async (key, message, path, init) => {
    const answer = await served(keyed, { bodyLimit: 9, timeout: 20 }, key === 'time' ? never : {}).ask(path, init);
    expect(await answer.json()).toEqual({ errors: { [key]: [message] } });
  });

  test('429, with its retry-after header', async () => {
    const { ask } = served(own, { requestsPerMinute: 1 });
    let answer = await ask('/api/notes');
    expect(answer.status).toBe(200);
    for (let count = 0; count < 20 && answer.status === 200; count++) answer = await ask('/api/notes');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });

  test('other paths answer as in RFC 9457', async () => {
    const { ask } = served();
    const answer = await ask('/~/session/nothing', post('[]'));
    expect(answer.ok).toBe(false);
    expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  });

  test('answers as in RFC 9457 without an error body or if it has no value, and logs why', async () => {
    const none = served('');
    expect(await (await none.ask('/api/notes', { headers: { accept: 'text/html' } })).json()).toMatchObject({ title: 'NOT_ACCEPTABLE' });
    const broken = served('Error body: `{"open": size(Note)}`');
    expect(await (await broken.ask('/api/notes', { headers: { accept: 'text/html' } })).json()).toMatchObject({ title: 'NOT_ACCEPTABLE' });
    expect(await (await broken.ask('/nowhere')).json()).toMatchObject({ title: 'NOT_FOUND' });
    const mistakes = broken.logged.filter(({ level }) => level === 'error').map(({ message }) => message);
    expect(mistakes).toHaveLength(2);
    for (const mistake of mistakes) expect(mistake).toContain('the list of Note is not available in the error body');
  });
});

describe('a refusal before a call is in the language of the document', () => {
  const german = '## 1. What the product does and for whom\n\nLanguage: de';
  const two = `## 1. What the product does and for whom

Languages: en, de

| Word | de |
|---|---|
| TOO_LARGE | Das ist zu viel. |`;
  const listed = `| Error | Status | Message |
|---|---|---|
| TOO_LARGE | 413 | That is too much. |`;
  const cases: [number, string, RequestInit, Partial<HttpSettings>, Partial<Engine>, RegExp][] = [
    [400, '/api/notes', post('{'), {}, {}, /kein gültiges JSON/],
    [404, '/nowhere', {}, {}, {}, /Nicht gefunden/],
    [405, '/api/notes', { method: 'PUT' }, {}, {}, /Methode nicht möglich/],
    [406, '/api/notes', { headers: { accept: 'text/html' } }, {}, {}, /Antworten sind JSON/],
    [413, '/api/notes', post('"too long"', { ...json, 'content-length': '10' }), { bodyLimit: 9 }, {}, /zu groß/],
    [415, '/api/notes', post('a=b', { 'content-type': 'text/plain' }), {}, {}, /muss JSON in UTF-8 sein/],
    [503, '/api/notes', {}, { timeout: 20 }, never, /zu lange gedauert/],
    [500, '/api/notes', {}, {}, { call: () => Promise.reject(new Error('ours')) }, /Fehler ist aufgetreten/],
  ];
  test.each(cases)('%i', async (status, path, init, settings, engine, words) => {
    const shaped = await served(own, settings, engine, german).ask(path, init);
    expect(shaped.status).toBe(status);
    expect(await shaped.json()).toMatchObject({ status, said: expect.stringMatching(words) });
    const plain = await served('', settings, engine, german).ask(path, init);
    expect(plain.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(await plain.json()).toMatchObject({ status, detail: expect.stringMatching(words) });
  });

  test('429', async () => {
    const { ask } = served(own, { requestsPerMinute: 1 }, {}, german);
    let answer = await ask('/api/notes');
    for (let count = 0; count < 20 && answer.status === 200; count++) answer = await ask('/api/notes');
    expect(await answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', said: expect.stringMatching(/^Zu viele Anfragen/) });
  });

  test('with several languages, Accept-Language chooses, and the document defines the words', async () => {
    const { ask } = served(listed, { bodyLimit: 9 }, {}, two);
    const said = async (language: string): Promise<unknown> =>
      (await ask('/api/notes', post('"too long"', { ...json, 'content-length': '10', 'accept-language': language }))).json();
    expect(await said('de')).toMatchObject({ detail: 'Das ist zu viel.' });
    expect(await said('fr, en')).toMatchObject({ detail: 'That is too much.' });
  });
});

describe('a body that does not arrive', () => {
  const servers: Listening[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop(0);
  });

  /** The response to a request of which only this much is sent. */
  async function answerTo(head: string, part: string, drip = ''): Promise<string> {
    const server = await listen(served(own, { stall: 50, timeout: 200 }).app.fetch, { host: '127.0.0.1', port: 0 });
    servers.push(server);
    return new Promise((resolve, reject) => {
      let heard = '';
      let dripping: ReturnType<typeof setInterval> | undefined;
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        socket.write(`${head}\r\nhost: x\r\ncontent-type: application/json\r\n${part}`);
        if (drip !== '') dripping = setInterval(() => socket.writable && socket.write(drip), 10);
      });
      socket.on('data', (bytes) => (heard += bytes.toString()));
      socket.on('end', () => {
        clearInterval(dripping);
        resolve(heard);
      });
      socket.on('error', reject);
    });
  }

  test.each([
    ['a call', 'POST /api/notes HTTP/1.1', 'content-length: 100\r\n\r\n{"title":', '"code":"REQUEST_TIMEOUT"'],
    ['a call in chunks', 'POST /api/notes HTTP/1.1', 'transfer-encoding: chunked\r\n\r\n5\r\n{"tit\r\n', '"code":"REQUEST_TIMEOUT"'],
    [
      'a screen',
      'POST /~/session/person HTTP/1.1',
      'sec-fetch-site: same-origin\r\ncontent-length: 100\r\n\r\n[',
      '"title":"REQUEST_TIMEOUT"',
    ],
  ])('of %s gets 408, and the connection ends', async (_name, head, part, body) => {
    const heard = await answerTo(head, part);
    expect(heard).toMatch(/^HTTP\/1\.1 408 /);
    expect(heard).toContain(body);
  });

  const page = 'sec-fetch-site: same-origin\r\n';
  test.each([
    ['a call', 'POST /api/notes HTTP/1.1', 'content-length: 10000\r\n\r\n', ' '],
    ['a screen', 'POST /~/session/person HTTP/1.1', `${page}content-length: 10000\r\n\r\n`, ' '],
    ['a screen in chunks', 'POST /~/session/person HTTP/1.1', `${page}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
    ['a file', 'PUT /~/file/a.png HTTP/1.1', `${page}content-length: 10000\r\n\r\n`, ' '],
    ['a file in chunks', 'PUT /~/file/a.png HTTP/1.1', `${page}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n'],
  ])('sent byte by byte to %s gets 408 as well', async (_name, head, part, drip) => {
    expect(await answerTo(head, part, drip)).toMatch(/^HTTP\/1\.1 408 /);
  });
});
