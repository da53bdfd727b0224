import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PostgresProxy, startProxy } from '../../testing/postgres/postgres-proxy.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { type ServedProcess, serveProcess } from '../../testing/process/served-process.ts';

const conduit = fileURLToPath(new URL('../../testing/documents/conduit.md', import.meta.url));
const missing = whyNoServer();

/** The transaction is committed, and the line breaks before the server hears so. */
describe.skipIf(missing !== null)(`a COMMIT whose answer is lost${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  let server: TestServer;
  let proxy: PostgresProxy;
  let served: ServedProcess;
  const children: ChildProcess[] = [];
  let token = '';

  const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}, by = token) =>
    fetch(`${served.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(by === '' ? {} : { authorization: `Token ${by}` }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const article = (title: string) => ({ article: { title, description: 'd', body: 'b' } });
  const titles = async (): Promise<readonly string[]> => {
    const { articles } = (await (await ask('GET', '/api/articles?limit=100')).json()) as {
      articles: readonly { readonly title: string }[];
    };
    return articles.map(({ title }) => title);
  };

  beforeAll(async () => {
    server = await startPostgres();
    proxy = await startProxy(server.address);
    served = await serveProcess(conduit, ['--database', proxy.address, '--requests-per-minute', '0', '--log', 'errors'], { children });
    const user = { username: 'mia', email: 'mia@example.com', password: 'correct horse' };
    ({ token } = ((await (await ask('POST', '/api/users', { user })).json()) as { user: { token: string } }).user);
  }, 120_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await proxy?.close();
    await server?.close();
  });

  test('a call says that the outcome is unknown, and the same Idempotency-Key does it once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    proxy.swallowCommit();
    const first = await ask('POST', '/api/articles', article('Kept'), key);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    const problem = await first.text();
    expect(problem).toContain('It is unknown whether this was saved. Send it again with the same Idempotency-Key');
    expect(problem).not.toContain('Nothing was changed');
    expect(proxy.swallowed).toBe(1);

    const second = await ask('POST', '/api/articles', article('Kept'), key);
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await titles()).toEqual(['Kept']);
  }, 60_000);

  test('without a key it says to look first; the record is there', async () => {
    proxy.swallowCommit();
    const answer = await ask('POST', '/api/articles', article('There'));
    expect(answer.status).toBe(503);
    // In the form of the document's own errors.
    expect(await answer.json()).toMatchObject({ errors: { body: [expect.stringContaining('Check before you send it again')] } });
    expect(await titles()).toContain('There');
  }, 60_000);

  test('a command of a screen, answered by its own thread, keeps the class of its error', async () => {
    proxy.swallowCommit();
    // As a visitor.
    const command = { kind: 'sign-up', values: { username: 'bo', email: 'bo@example.com', password: 'correct horse' } };
    const answer = await ask('POST', '/~/session/run', [command], { 'sec-fetch-site': 'same-origin' }, '');
    expect([answer.status, await answer.json()]).toMatchObject([503, { title: 'OUTCOME_UNKNOWN' }]);
    const user = { email: 'bo@example.com', password: 'correct horse' };
    expect((await ask('POST', '/api/users/login', { user }, {}, '')).status).toBe(200);
  }, 60_000);

  test('also while the database stays away', async () => {
    proxy.swallowCommit('refuse');
    const answer = await ask('POST', '/api/articles', article('Last'));
    expect(answer.status).toBe(503);
    expect(await answer.text()).toContain('It is unknown whether this was saved');
    proxy.pass();
    await expect.poll(async () => (await ask('GET', '/readyz')).status, { timeout: 10_000 }).toBe(200);
    expect(await titles()).toContain('Last');
  }, 60_000);
});
