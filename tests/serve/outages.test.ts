import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresProxy, startProxy } from '../../testing/postgres/postgres-proxy.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { type ServedProcess, serveProcess } from '../../testing/process/served-process.ts';

const conduit = fileURLToPath(new URL('../../testing/documents/conduit.md', import.meta.url));
const missing = whyNoServer();

/** Milliseconds on top of what is promised: the machine of a test is busy with other tests. */
const slack = 1500;

describe.skipIf(missing !== null)(`a database that goes away${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  let server: TestServer;
  let proxy: PostgresProxy;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    proxy = await startProxy(server.address);
  }, 120_000);
  afterEach(() => {
    proxy.pass();
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });
  afterAll(async () => {
    await proxy?.close();
    await server?.close();
  });

  function serve(address: string, ...options: readonly string[]): Promise<ServedProcess> {
    const usual = ['--database', address, '--screens', 'no', '--requests-per-minute', '0', '--log', 'errors'];
    return serveProcess(conduit, [...usual, ...options], { children });
  }
  /** The status, or the error, and the milliseconds that it took. */
  async function timed(
    url: string,
    init?: RequestInit,
  ): Promise<{ readonly status: number; readonly took: number; readonly wait: string | null }> {
    const began = performance.now();
    const answer = await fetch(url, init);
    await answer.arrayBuffer();
    return { status: answer.status, took: performance.now() - began, wait: answer.headers.get('retry-after') };
  }
  const signUp = (url: string, username: string) => {
    const user = { username, email: `${username}@example.com`, password: 'correct horse' };
    return timed(`${url}/api/users`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user }),
    });
  };
  const ready = async (url: string): Promise<number> => (await timed(`${url}/readyz`)).status;

  test.each([
    { outage: 'is stopped', begin: () => proxy.refuse() },
    { outage: 'says nothing', begin: () => proxy.stall() },
  ])(
    'that $outage: /readyz and calls say so at once, no call queues, and all is well afterwards',
    async ({ begin }) => {
      const { url } = await serve(proxy.address);
      expect(await ready(url)).toBe(200);
      begin();
      const lost = await timed(`${url}/readyz`);
      expect(lost.status).toBe(503);
      expect(lost.took).toBeLessThan(1000 + slack);
      // Those that meet the outage, reads and writes, of both kinds of thread.
      const met = await Promise.all([...Array.from({ length: 20 }, () => timed(`${url}/api/tags`)), signUp(url, 'early')]);
      for (const { status, took, wait } of met) {
        expect([status, wait]).toEqual([503, '1']);
        expect(took).toBeLessThan(2000 + slack);
      }
      // And those that come after that.
      const later = await Promise.all(Array.from({ length: 20 }, () => timed(`${url}/api/tags`)));
      for (const { status, took } of later) expect([status, took < slack]).toEqual([503, true]);
      proxy.pass();
      await expect.poll(() => ready(url), { timeout: 10_000 }).toBe(200);
      await expect.poll(async () => (await timed(`${url}/api/tags`)).status, { timeout: 10_000 }).toBe(200);
      expect((await timed(`${url}/api/tags`)).took).toBeLessThan(slack);
    },
    180_000,
  );

  test('SIGTERM ends a process within its grace, also while the database says nothing; a second one ends it at once', async () => {
    const [patient, hurried] = [await serve(proxy.address, '--grace', '2'), await serve(proxy.address, '--grace', '60')];
    proxy.stall();
    for (const { url } of [patient, hurried]) void signUp(url, 'lost').catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const began = performance.now();
    patient.child.kill('SIGTERM');
    expect(await patient.ended).toMatchObject({ code: 0 });
    expect(performance.now() - began).toBeLessThan(2000 + slack);
    hurried.child.kill('SIGTERM');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const again = performance.now();
    hurried.child.kill('SIGTERM');
    expect(await hurried.ended).toMatchObject({ code: 0 });
    expect(performance.now() - again).toBeLessThan(slack);
  }, 180_000);

  test('SIGTERM ends a process that has seen an outage', async () => {
    const { url, child, ended } = await serve(proxy.address, '--grace', '3');
    proxy.refuse();
    await timed(`${url}/api/tags`);
    child.kill('SIGTERM');
    const began = performance.now();
    expect(await ended).toMatchObject({ code: 0 });
    expect(performance.now() - began).toBeLessThan(3000 + slack);
  }, 120_000);

  test('a stopped process that holds locks keeps the others waiting for at most 5 seconds', async () => {
    const [stopped, other] = [await serve(proxy.address), await serve(server.address)];
    proxy.holdInsert();
    void signUp(stopped.url, 'wanted').catch(() => undefined);
    await expect.poll(() => proxy.holds, { timeout: 10_000 }).toBe(true);
    stopped.child.kill('SIGSTOP');
    const answer = await signUp(other.url, 'wanted');
    expect(answer.status).toBe(201);
    expect(answer.took).toBeLessThan(5000 + slack);
  }, 180_000);
});
