import { afterEach, expect, test } from 'vitest';
import { openMailServer, type Refuses } from '../../../testing/mail-server.ts';
import { productInMemory } from '../../../testing/product.ts';
import { lendingMessages } from '../../../testing/services/lending/messages.ts';
import { systemPlatform } from '../../base/platform.ts';
import { create } from '../../engine/operations/create.ts';
import { triggerEvent } from '../../engine/operations/trigger-event.ts';
import { nobody } from '../../engine/world/world.ts';
import { JobRunner } from '../engine/job-runner.ts';
import { unsubscribeRoutes } from '../http/unsubscribe.ts';
import { mailBody } from './mail-body.ts';
import { mailHandler } from './mail-handler.ts';
import { unsentMailHandler } from './unsent-mails.ts';
import { unsubscribe } from './unsubscribe.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function mailServer(refuses?: Refuses) {
  const server = await openMailServer(refuses);
  ends.push(server.close);
  return server;
}

function mailing(smtp: string, pauses: readonly number[] = []) {
  const at = productInMemory(lendingMessages);
  const { product } = at;
  const handler = mailHandler({
    smtp,
    from: 'Lending <lending@example.com>',
    replyTo: 'help@example.com',
    url: 'https://lend.example.com',
  });
  const runner = new JobRunner({
    handlers: [handler],
    ask: async (body) => body(product),
    platform: systemPlatform,
    log: () => undefined,
    times: { pauses, poll: 20 },
  });
  ends.push(() => runner.close());
  const lend = (item: string): void => {
    const made = product.perform(at.as('Ana'), create, { entity: 'Loan', values: new Map([['item', item]]), authority: 'person' });
    const id = made.ok ? made.value.id : '';
    product.perform(at.as('Bo'), triggerEvent, { entity: 'Loan', id, event: 'approve', parameters: new Map(), authority: 'person' });
  };
  const settled = async (): Promise<void> => {
    runner.start();
    const now = Date.now();
    // The clock of the test's product is in the past, so its jobs are due.
    while (product.store.jobs.count('waiting') > 0 && Date.now() - now < 10_000) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { ...at, lend, settled };
}

test('a mail has an HTML and a text form, one Message-ID, and headers for replies and unsubscribing', async () => {
  const { received, url } = await mailServer();
  const { product, lend, settled } = mailing(url);
  lend('Drill');
  const [job] = product.store.jobs.list(['waiting'], ['mail'], 9);
  await settled();
  expect(received.map(({ to }) => to)).toEqual([['ana@example.com']]);
  const raw = (received[0]?.raw ?? '').replace(/\r\n[ \t]/g, ' ');
  for (const line of [
    'From: Lending <lending@example.com>',
    'Reply-To: help@example.com',
    `Message-ID: <${job?.id}@lend.example.com>`,
    'Subject: =?UTF-8?Q?Drill_is_yours=2C_Ana_D=C3=ADaz?=',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    'Auto-Submitted: auto-generated',
  ])
    expect(raw).toContain(line);
  expect(raw).toMatch(/List-Unsubscribe: <https:\/\/lend\.example\.com\/~\/unsubscribe\?token=[\w-]+\.[\w-]+>/);
  expect(raw).toContain('Content-Type: text/plain; charset=utf-8');
  expect(raw).toContain('<strong>Ana D=C3=ADaz</strong>');

  const token = /unsubscribe\?token=([\w.-]+)/.exec(raw)?.[1] ?? '';
  const routes = unsubscribeRoutes(async (given) => unsubscribe(product, given));
  expect((await routes.request(`/?token=${token}x`, { method: 'POST' })).status).toBe(404);
  expect(await (await routes.request(`/?token=${token}`)).text()).toContain('<form method="post">');
  lend('Saw');
  expect((await routes.request(`/?token=${token}`, { method: 'POST' })).status).toBe(200);
  lend('Axe');
  // Mails that were already waiting are not sent either.
  await settled();
  expect([received.length, product.store.inbox.of(product.store.query({ entity: 'User', conditions: [] })[0]?.id ?? '', 9).length]).toEqual(
    [1, 3],
  );
});

test('with one in five rejected at first, each mail arrives once, under the same Message-ID', async () => {
  const { received, url } = await mailServer((count) => (count % 5 === 0 ? { code: 451, message: 'try later' } : null));
  const { product, lend, settled } = mailing(url, [1, 1, 1, 1, 1, 1]);
  for (let count = 0; count < 25; count++) lend(`Drill ${count}`);
  await settled();
  const ids = received.map(({ raw }) => /Message-ID: (\S+)/.exec(raw)?.[1]);
  expect([ids.length, new Set(ids).size]).toEqual([25, 25]);
  expect(product.store.jobs.list(['done'], null, 99).some(({ attempts }) => attempts > 1)).toBe(true);
});

test('gives up immediately if the server rejects the address for good, and keeps the reason', async () => {
  const { url } = await mailServer(() => ({ code: 550, message: 'no such mailbox' }));
  const { product, lend, settled } = mailing(url, [60_000]);
  lend('Drill');
  await settled();
  expect(product.store.jobs.list(['failed'], null, 9)).toMatchObject([
    { attempts: 1, lastError: expect.stringContaining('no such mailbox') },
  ]);
});

test('no value can add a header or a second recipient', async () => {
  const { received, url } = await mailServer();
  const { product, settled, id } = mailing(url);
  const mail = { message: 'APPROVED', account: id('Ana'), text: 'x', about: { entity: 'Loan', id: 'gone' } };
  product.transact(nobody, (run) => {
    run.addJob('mail', { ...mail, to: 'ana@example.com', subject: 'Hi\r\nBcc: eve@example.com\r\n\r\nbody' });
    run.addJob('mail', { ...mail, to: 'ana@example.com, eve@example.com', subject: 'two' });
    run.addJob('mail', { ...mail, to: 'ana@example.com\r\nBcc: eve@example.com', subject: 'three' });
  });
  await settled();
  for (const { to, raw } of received) {
    expect(to.filter((address) => /^<?eve@/.test(address))).toEqual([]);
    expect(raw).not.toMatch(/^Bcc:/im);
  }
  expect(received.some(({ raw }) => raw.includes('Subject: Hi Bcc: eve@example.com body'))).toBe(true);
});

test('renders Markdown as HTML and text, escapes HTML in it, and drops unsafe links', () => {
  expect(mailBody('**A** \\*b\\* <b>c</b> & [d](https://e.example) [f](javascript:alert\\(1\\))<br>g\n\n- one\n- two')).toEqual({
    html: '<p><strong>A</strong> *b* &lt;b&gt;c&lt;/b&gt; &amp; <a href="https://e.example">d</a> f<br>g</p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
    text: 'A *b* <b>c</b> & d (https://e.example) f\ng\n\n- one\n- two',
  });
});

test('without a mail server, marks a mail as not sent', async () => {
  const result = await unsentMailHandler.attempt({} as never, new AbortController().signal, async () => undefined as never);
  expect(result).toEqual({ status: 'done', note: 'not sent: serve was started without --mail' });
});
