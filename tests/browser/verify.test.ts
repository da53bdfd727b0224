import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { startRelay } from '../../src/cli/verify/relay.ts';
import type { Implementation } from '../../src/verifier/answers/implementation.ts';
import { keepDocument } from '../../testing/browser/places.ts';
import { type OpenedWorkbench, openWorkbench } from '../../testing/browser/workbench.ts';
import lendingDocument from '../../testing/services/lending/document.md?raw';
import { oracleService } from '../../testing/services/oracle-service.ts';

const examples = `| Example | name | email | password |
|---|---|---|---|
| Kim | Kim | kim@example.com | correct-horse |
| Lou | Lou | lou@example.com | correct-horse |

### Book`;
const text = lendingDocument.replace('### Book', examples);
/** The service forgets that a book came back. */
const wrong = text.replace('| lent | return | here |', '| lent | return | lent |');

/** A service that any page may call. */
async function openToPages(service: Implementation): Promise<Server> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const allowed = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization, content-type',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-expose-headers': 'date',
    };
    if (request.method === 'OPTIONS') return void response.writeHead(204, allowed).end();
    let body = '';
    for await (const chunk of request as AsyncIterable<Buffer>) body += chunk.toString();
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const said = await service.send({
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.search.slice(1),
      token: request.headers.authorization?.replace(/^Bearer /, '') ?? null,
      contentType: request.headers['content-type'] ?? null,
      body: body === '' ? null : body,
    });
    if ('problem' in said) throw new Error(said.problem);
    const date = new Date(said.date ?? 0).toUTCString();
    response.writeHead(said.status, { ...allowed, date, 'content-type': 'application/json' }).end(said.body ?? undefined);
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

describe('a service held against the document in the workbench', () => {
  let opened: OpenedWorkbench;
  let page: Page;
  let relay: Awaited<ReturnType<typeof startRelay>>;
  let server: Server;

  beforeAll(async () => {
    relay = await startRelay({ port: 0, secret: '0123456789abcdef'.repeat(2), implementation: oracleService(wrong, fixedPlatform()) });
    server = await openToPages(oracleService(text, fixedPlatform()));
    opened = await openWorkbench({ patience: 100_000 });
    ({ page } = opened);
    await keepDocument(page, opened.url, 'lending', text);
    await page.goto(`${opened.url}/#/lending`);
    await problems()
      .getByRole('button', { name: /^Verify/ })
      .click();
  });

  afterAll(async () => {
    await opened?.close();
    await relay?.close();
    server?.closeAllConnections();
    server?.close();
  });

  const problems = () => page.locator('[data-problems]');
  const verify = async (address: string): Promise<void> => {
    await problems().getByLabel('Address of the service').fill(address);
    await page.keyboard.press('Enter');
  };

  it('says how an address elsewhere is reached', async () => {
    await verify('https://test.example.com/v2');
    await problems().getByText('The workbench sends requests to this machine only.', { exact: false }).waitFor();
    await problems().getByText('--against https://test.example.com/v2 --relay 0 --allow-host test.example.com').waitFor();
  });

  it('through a relay, a broken row turns red and shows its requests', async () => {
    await verify(relay.address);
    await problems()
      .getByText(/^\d+ requests: \d+ rows kept, [1-9]\d* broken, \d+ not tried\./)
      .waitFor();
    const row = problems().getByRole('listitem').filter({ hasText: 'Broken: POST /books/:number/return' });
    await row.getByRole('button', { name: 'Show the requests' }).click();
    expect(await row.getByLabel('Expected').first().innerText()).toContain('"state": "here"');
    expect(await row.getByLabel('Actual').first().innerText()).toContain('"state": "lent"');
    expect(await row.getByLabel('Requests').first().innerText()).toMatch(/^curl -X POST .*\n.*\/return'/s);
  });

  it('writes what it has found into section 1', async () => {
    await problems().getByRole('button', { name: 'Add as a scenario' }).first().click();
    await page.locator('.cm-content').getByText('`return book1`', { exact: false }).first().waitFor();
    await expect.poll(() => problems().getByText('2 warnings').count()).toBe(1);
  });

  it('directly, where the service lets pages call it: every row is green', async () => {
    await verify(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    await problems()
      .getByText(/^\d+ requests: \d+ rows kept, 0 broken, \d+ not tried\./)
      .waitFor();
    expect(opened.problems).toEqual([]);
  });
});
