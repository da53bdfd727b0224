import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallAnswer } from '../../src/serve/calls/call-request.ts';
import { Service } from '../../src/serve/engine/service.ts';
import { startPostgres, type TestServer, whyNoServer } from '../../testing/postgres/postgres-server.ts';
import { askCall } from '../../testing/process/ask-call.ts';

const conduit = readFileSync(new URL('../../testing/documents/conduit.md', import.meta.url), 'utf8');
const missing = whyNoServer();

/**
 * Two servers of one process each over one Postgres, as `ninefold serve --database` starts them.
 */
describe.skipIf(missing !== null)(`many processes over one Postgres${missing === null ? '' : ` (left out: ${missing})`}`, () => {
  let server: TestServer;
  let services: Service[] = [];
  const logged: string[] = [];

  beforeAll(async () => {
    server = await startPostgres();
    const parts = { text: conduit, database: { kind: 'server', url: server.address }, examples: false } as const;
    // At the same moment, on a database that has no tables yet.
    services = await Promise.all(
      [0, 1].map(() => Service.start({ ...parts, log: (level, message) => logged.push(`${level}: ${message}`) })),
    );
  }, 90_000);

  afterAll(async () => {
    await Promise.all(services.map((service) => service.close()));
    await server?.close();
  });

  const ask = (service: number, method: string, path: string, body?: unknown, token: string | null = null): Promise<CallAnswer> =>
    askCall(services[service] as Service, method, path, { body, token });

  test('a session that one began is one for all, and changes are heard everywhere', async () => {
    const made = await ask(0, 'POST', '/api/users', { user: { username: 'mia', email: 'mia@example.com', password: 'correct horse' } });
    expect(made.status).toBe(201);
    const { token } = (JSON.parse(made.body ?? '') as { user: { token: string } }).user;
    expect((await ask(1, 'GET', '/api/user', undefined, token)).status).toBe(200);

    const heard = new Promise<void>((resolve) => services[1]?.subscribe(() => resolve()));
    expect((await ask(0, 'POST', '/api/articles', { article: { title: 'A', description: 'B', body: 'C' } }, token)).status).toBe(201);
    await heard;
    expect(JSON.parse((await ask(1, 'GET', '/api/articles')).body ?? '')).toMatchObject({ articlesCount: 1 });
  }, 30_000);

  test('of many who want one name at the same moment, one gets it', async () => {
    const wants = Array.from({ length: 24 }, (_, index) =>
      ask(index % 2, 'POST', '/api/users', { user: { username: 'only', email: `only${index}@example.com`, password: 'correct horse' } }),
    );
    const statuses = (await Promise.all(wants)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(23);
  }, 60_000);

  test('a database that goes and comes again: no answer is wrong, and afterwards all is as it was', async () => {
    const { control } = server;
    if (control === null) return;
    await control.kill();
    const during = await ask(0, 'GET', '/api/tags').then(
      ({ status }) => status,
      () => 500,
    );
    expect(during).toBeGreaterThanOrEqual(500);
    await control.start();
    let after = 0;
    for (let attempt = 0; attempt < 40 && after !== 200; attempt++) {
      after = await ask(attempt % 2, 'GET', '/api/articles').then(
        ({ status }) => status,
        () => 500,
      );
      if (after !== 200) await new Promise((resolve) => setTimeout(resolve, 250));
    }
    expect(JSON.parse((await ask(1, 'GET', '/api/articles')).body ?? '')).toMatchObject({ articlesCount: 1 });
  }, 60_000);
});
