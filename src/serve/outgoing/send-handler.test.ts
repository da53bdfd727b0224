import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { SentRequest } from '../../engine/services/sent.ts';
import type { StoredJob } from '../../store/outbox.ts';
import type { JobResult } from '../engine/job-runner.ts';
import { sendHandler } from './send-handler.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Arrived {
  readonly line: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A service that always returns this response, and the requests it received. */
async function standIn(status: number, body = '', headers: Record<string, string> = {}): Promise<{ port: number; arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      arrived.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: text });
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, arrived };
}

const nowhere = { from: 0, to: 0 };

function attempt(address: string | null, more: Partial<SentRequest & { secret: string; allowPrivate: boolean }> = {}): Promise<JobResult> {
  const { secret = 'key', allowPrivate = true, ...request } = more;
  const handler = sendHandler({
    service: () => ({
      name: { text: 'Payments', span: nowhere },
      span: nowhere,
      address,
      secret: { text: 'PAY_KEY', span: nowhere },
    }),
    secretOf: () => secret,
    allowPrivate,
  });
  const sent = {
    service: 'Payments',
    request: 'POST /charges',
    body: { amount: 5 },
    entity: 'Order',
    record: 'a',
    event: 'charged',
    ...request,
  };
  const job: StoredJob = {
    id: 'job-1',
    kind: 'send',
    payload: JSON.stringify(sent),
    createdAt: 0,
    dueAt: 0,
    attempts: 1,
    status: 'waiting',
    lastError: null,
  };
  return handler.attempt(job, AbortSignal.timeout(5000), async () => undefined as never);
}

test('sends the method, path and body, with the secret and a constant idempotency key', async () => {
  const { port, arrived } = await standIn(201, '{"id": "ch_1"}');
  expect(await attempt(`http://127.0.0.1:${port}/v1`)).toMatchObject({ status: 'done', note: 'answered 201' });
  await attempt(`http://127.0.0.1:${port}/v1`);
  expect(arrived).toHaveLength(2);
  for (const one of arrived) {
    expect(one).toMatchObject({ line: 'POST /v1/charges', body: '{"amount":5}' });
    expect(one.headers).toMatchObject({ authorization: 'Bearer key', 'idempotency-key': 'job-1', 'content-type': 'application/json' });
  }
});

test.each([
  [200, 'done'],
  [402, 'done'],
  [408, 'again'],
  [429, 'again'],
  [500, 'again'],
  [503, 'again'],
  [302, 'failed'],
])('status %i: %s', async (status, wanted) => {
  const { port } = await standIn(status, '{}', { location: 'http://127.0.0.1:1/' });
  expect((await attempt(`http://127.0.0.1:${port}`)).status).toBe(wanted);
});

test('does not follow redirects', async () => {
  const other = await standIn(200, '{}');
  const { port } = await standIn(307, '', { location: `http://127.0.0.1:${other.port}/charges` });
  expect(await attempt(`http://127.0.0.1:${port}`)).toMatchObject({ status: 'failed', error: expect.stringContaining('redirects') });
  expect(other.arrived).toEqual([]);
});

test.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f000001', '0177.0.0.1', '127.1'])(
  'without --allow-private, sends nothing to %s',
  async (host) => {
    const { port, arrived } = await standIn(200, '{}');
    const result = await attempt(new URL(`http://${host}:${port}`).origin, { allowPrivate: false });
    expect(result).toMatchObject({ status: 'failed', error: expect.stringMatching(/private address/) });
    expect(arrived).toEqual([]);
  },
);

test('sends nothing to the internet without TLS, even with --allow-private', async () => {
  expect(await attempt('http://1.1.1.1')).toMatchObject({ status: 'failed', error: expect.stringContaining('https://') });
});

test.each(['POST /../admin', 'POST /%2e%2e/admin', 'POST //evil.example/'])('%s cannot leave the path of the service', async (request) => {
  const { port, arrived } = await standIn(200, '{}');
  const result = await attempt(`http://127.0.0.1:${port}/v1`, { request });
  expect(arrived.filter(({ line }) => !line.includes(' /v1/'))).toEqual([]);
  expect(result.status).toBe(arrived.length === 0 ? 'failed' : 'done');
});

test('retries if the response is too long or the service is unreachable', async () => {
  const { port } = await standIn(200, 'x'.repeat(1_000_001));
  expect(await attempt(`http://127.0.0.1:${port}`)).toMatchObject({ status: 'again', error: expect.stringContaining('longer than') });
  expect((await attempt('http://127.0.0.1:1')).status).toBe('again');
});

test('fails without an address or a secret, and tells why', async () => {
  expect(await attempt(null)).toMatchObject({ status: 'failed', error: 'the document has no address of Payments' });
  expect(await attempt('http://127.0.0.1:1', { secret: '' })).toMatchObject({ status: 'failed', error: 'PAY_KEY is not set' });
});
