import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';

const bin = fileURLToPath(new URL('../../bin/ninefold.js', import.meta.url));
const conduit = fileURLToPath(new URL('../../testing/documents/conduit.md', import.meta.url));
const missing = whyNoServer();

/**
 * Two processes over one Postgres under load: one is killed, the other is stopped. What was
 * acknowledged is there, once.
 */
describe.skipIf(missing !== null)(`processes that end under load${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  let server: TestServer;
  const children: ChildProcess[] = [];

  beforeAll(async () => {
    server = await startPostgres();
  }, 60_000);
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await server?.close();
  });

  function serve(): Promise<{ readonly url: string; readonly child: ChildProcess; readonly ended: Promise<number | null> }> {
    const options = ['--database', server.address, '--port', '0', '--screens', 'no', '--requests-per-minute', '0', '--log', 'errors'];
    const child = spawn(process.execPath, [bin, 'serve', conduit, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
    children.push(child);
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    return new Promise((resolve, reject) => {
      let said = '';
      child.stderr.on('data', (data) => {
        said += data;
        const url = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0];
        if (url !== undefined) resolve({ url, child, ended });
      });
      void ended.then((code) => reject(new Error(`ended with ${code}: ${said}`)));
    });
  }

  const ask = (url: string, method: string, path: string, body?: unknown, token?: string) =>
    fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: `Token ${token}` }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  test('nothing acknowledged is lost or doubled', async () => {
    const [first, second] = await Promise.all([serve(), serve()]);
    const user = { username: 'mia', email: 'mia@example.com', password: 'correct horse' };
    const { token } = ((await (await ask(first.url, 'POST', '/api/users', { user })).json()) as { user: { token: string } }).user;

    const acknowledged: string[] = [];
    const write = async (url: string, name: string): Promise<void> => {
      for (let count = 0; count < 1000; count++) {
        const title = `${name} ${count}`;
        try {
          const answer = await ask(url, 'POST', '/api/articles', { article: { title, description: 'd', body: 'b' } }, token);
          if (answer.status !== 201) return;
          await answer.arrayBuffer();
          acknowledged.push(title);
        } catch {
          // The process has ended: what it did not answer may or may not be there.
          return;
        }
      }
    };
    const writers = ['a', 'b', 'c'].flatMap((name) => [write(first.url, `first ${name}`), write(second.url, `second ${name}`)]);
    const enough = async (count: number): Promise<void> => {
      for (let waited = 0; acknowledged.length < count && waited < 600; waited++) await new Promise((resolve) => setTimeout(resolve, 50));
    };
    await enough(30);
    first.child.kill('SIGKILL');
    await enough(60);
    second.child.kill('SIGTERM');
    await Promise.all(writers);
    expect(await second.ended).toBe(0);

    const third = await serve();
    const titles: string[] = [];
    for (let total = 1; titles.length < total; ) {
      const answer = await ask(third.url, 'GET', `/api/articles?limit=1000&offset=${titles.length}`);
      const page = (await answer.json()) as { articles: readonly { readonly title: string }[]; articlesCount: number };
      titles.push(...page.articles.map(({ title }) => title));
      total = page.articles.length === 0 ? 0 : page.articlesCount;
    }
    expect(new Set(titles).size).toBe(titles.length);
    expect(acknowledged.filter((title) => !titles.includes(title))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThanOrEqual(30);
    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
  }, 120_000);
});
