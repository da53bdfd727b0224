import type { ChildProcess } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JobsData } from '../../src/engine/jobs/jobs.ts';
import type { Outcome } from '../../src/engine/outcome.ts';
import type { RecordsData } from '../../src/engine/part-data.ts';
import type { Json } from '../../src/engine/record-data.ts';
import type { CommandResult } from '../../src/engine/session.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { type ScreenClient, screenClient } from '../../testing/process/screen-client.ts';
import { type ServedProcess, serveProcess } from '../../testing/process/served-process.ts';

const webshop = readFileSync(new URL('../../specs/webshop.md', import.meta.url), 'utf8');
const missing = whyNoServer();
const secrets = { PAY_KEY: 'the key of the shop', PAY_SECRET: 'signs what the service says' };

/**
 * A payment service as they are: it knows the shop by its key and a repeated request by its
 * Idempotency-Key, is overloaded at the first new request and every fifth after it, and confirms
 * later by a signed call.
 */
async function paymentService() {
  const requests: { readonly line: string; readonly key: string; readonly status: number }[] = [];
  const answers = new Map<string, string>();
  const seen = new Set<string>();
  const state = { confirmsLater: false, slow: false };
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += chunk));
    request.on('end', () => {
      const key = String(request.headers['idempotency-key'] ?? '');
      const isNew = !seen.has(key);
      seen.add(key);
      const status = request.headers.authorization !== `Bearer ${secrets.PAY_KEY}` ? 401 : isNew && seen.size % 5 === 1 ? 503 : 201;
      requests.push({ line: `${request.method} ${request.url}`, key, status });
      if (status === 201 && !answers.has(key)) {
        const id = `${request.url?.endsWith('/refunds') ? 're' : 'ch'}_${answers.size + 1}`;
        answers.set(key, JSON.stringify({ id, amount: JSON.parse(text).amount, status: state.confirmsLater ? 'pending' : 'succeeded' }));
      }
      // The test does not wait for a slow one to end.
      if (state.slow) return;
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(status === 201 ? answers.get(key) : '{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    /** What it did, each once: by Idempotency-Key. */
    done: answers,
    state,
    /** Tells the shop what became of a charge. */
    async confirm(shop: string, charge: string, status: string, secret = secrets.PAY_SECRET): Promise<number> {
      const body = JSON.stringify({ charge, status, livemode: true });
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const headers = { 'content-type': 'application/json', 'x-signature': signature };
      return (await fetch(`${shop}/api/payments`, { method: 'POST', headers, body })).status;
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

describe.skipIf(missing !== null)(`the shop as a service${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-webshop-'));
  const file = join(folder, 'webshop.md');
  const children: ChildProcess[] = [];
  let database: TestServer;
  let payments: Awaited<ReturnType<typeof paymentService>>;

  beforeAll(async () => {
    [database, payments] = await Promise.all([startPostgres(), paymentService()]);
    writeFileSync(file, webshop.replace('https://api.payments.example/v1', payments.address));
  }, 60_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await Promise.all([database?.close(), payments?.close()]);
    rmSync(folder, { recursive: true, force: true });
  });

  const serve = (): Promise<ServedProcess> => {
    const options = ['--database', database.address, '--examples', 'yes', '--snapshots', 'no', '--allow-private', '--log', 'errors'];
    return serveProcess(file, [...options, '--operators', 'roaster'], { children, env: secrets });
  };
  const kill = async ({ child, ended }: ServedProcess): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  const until = async (what: string, holds: () => boolean | Promise<boolean>): Promise<void> => {
    for (const patience = Date.now() + 60_000; !(await holds()); ) {
      if (Date.now() > patience) throw new Error(`it did not come to it that ${what}: ${JSON.stringify(payments.requests)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const signIn = async (url: string, email: string, password: string): Promise<ScreenClient> => {
    const client = screenClient(url);
    expect(await client.ask('run', { kind: 'sign-in', values: { email, password } })).toMatchObject({ ok: true });
    return client;
  };
  const customerOf = ({ url }: ServedProcess): Promise<ScreenClient> => signIn(url, 'ingrid@example.com', 'skuteviken4');
  const roasterOf = ({ url }: ServedProcess): Promise<ScreenClient> => signIn(url, 'tor@example.com', 'damsgard-17');
  const does = async (client: ScreenClient, command: Json): Promise<void> =>
    expect(await client.ask('run', command)).toMatchObject({ ok: true });
  const jobsSeenBy = async (operator: ScreenClient): Promise<JobsData> => {
    const jobs = await operator.ask<Outcome<JobsData>>('jobs');
    if (!jobs.ok) throw new Error(JSON.stringify(jobs.refusals));
    return jobs.value;
  };
  /** The pauses between attempts are minutes: an operator tries again. */
  const retry = async (operator: ScreenClient): Promise<void> => {
    for (const { id, status } of (await jobsSeenBy(operator)).jobs)
      if (status !== 'done') await operator.ask('run', { kind: 'job', job: id, step: 'retry' });
  };
  const statusOf = async (client: ScreenClient, id: string): Promise<Json | undefined> => {
    const orders = await client.ask<Outcome<RecordsData>>('records', 'Order', { limit: 100 });
    return orders.ok ? orders.value.rows.find((row) => row.id === id)?.values['status'] : undefined;
  };

  test('an order is paid and paid back through its screens, while processes are killed', async () => {
    let shop = await serve();
    let customer = await customerOf(shop);
    const [coffee] = await customer.ask<readonly { readonly id: string }[]>('choices', 'Coffee', 'Vinter', 5);
    const lines = [{ coffee: coffee?.id ?? '', quantity: 2 }];
    const values = { name: 'Ingrid Vik', street: 'Skuteviksboder 4', postcode: '5035', city: 'Bergen', lines };
    const made = await customer.ask<CommandResult>('run', { kind: 'create', entity: 'Order', part: null, values });
    expect(made).toMatchObject({ ok: true, value: { record: { values: { total: '317.00', status: 'open' } } } });
    const id = (made.ok && made.value.record?.id) || '';
    const event = (name: string): Json => ({ kind: 'event', entity: 'Order', id, event: name, parameters: {} });

    // The service is overloaded, then slow: the process is killed before it has the answer.
    await does(customer, event('pay'));
    await until('the service refused once', () => payments.requests[0]?.status === 503);
    payments.state.confirmsLater = true;
    payments.state.slow = true;
    const operator = await roasterOf(shop);
    await until('the refusal is noted', async () => (await jobsSeenBy(operator)).jobs[0]?.error === 'Payments answered 503');
    await retry(operator);
    await until('it was charged', () => payments.done.size === 1);
    await kill(shop);

    // What is sent again has the key of the first time: it is charged once.
    payments.state.slow = false;
    shop = await serve();
    customer = await customerOf(shop);
    const roaster = await roasterOf(shop);
    expect(await statusOf(customer, id)).toBe('paying');
    await retry(roaster);
    await until('the bank is to confirm', async () => (await statusOf(customer, id)) === 'confirming');
    expect(new Set(payments.requests.map(({ key }) => key)).size).toBe(1);
    const [charged] = [...payments.done.values()].map((answer) => JSON.parse(answer) as { id: string; amount: number });
    expect(charged).toMatchObject({ amount: 317 });

    // The bank confirms by a signed call, more than once; without the secret it is not believed.
    expect(await payments.confirm(shop.url, charged?.id ?? '', 'succeeded', 'guessed')).toBe(401);
    expect(await statusOf(customer, id)).toBe('confirming');
    expect(await payments.confirm(shop.url, charged?.id ?? '', 'succeeded')).toBe(204);
    expect(await payments.confirm(shop.url, charged?.id ?? '', 'succeeded')).toBe(204);
    expect(await statusOf(customer, id)).toBe('paid');

    // The roaster pays it back; the process is killed at once, and another one does it.
    payments.state.confirmsLater = false;
    payments.state.slow = true;
    await does(roaster, event('refund'));
    await kill(shop);
    payments.state.slow = false;
    shop = await serve();
    const later = await roasterOf(shop);
    await retry(later);
    await until('it is paid back', async () => (await statusOf(later, id)) === 'refunded');
    const refunds = payments.requests.filter(({ line }) => line === `POST /v1/charges/${charged?.id}/refunds`);
    expect(new Set(refunds.map(({ key }) => key)).size).toBe(1);
    expect(payments.done.size).toBe(2);
    expect((await jobsSeenBy(later)).counts).toMatchObject({ waiting: 0, failed: 0, done: 2 });
    shop.child.kill('SIGTERM');
    expect((await shop.ended).code).toBe(0);
  }, 240_000);

  test('without a secret that the document names, it does not start', async () => {
    const options = ['--database', database.address, '--screens', 'no'];
    await expect(serveProcess(file, options, { children, env: { PAY_KEY: 'x', PAY_SECRET: '' } })).rejects.toThrow(
      /ended with 2: Cannot serve .*the document names the secret PAY_SECRET, which is not set\. Put its value into the environment variable PAY_SECRET/s,
    );
  }, 60_000);
});
