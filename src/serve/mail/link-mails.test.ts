import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { openMailServer, readable } from '../../../testing/mail-server.ts';
import { productInMemory } from '../../../testing/product.ts';
import { systemPlatform } from '../../base/platform.ts';
import { runCommand } from '../../engine/commands.ts';
import { nobody } from '../../engine/world/world.ts';
import { JobRunner } from '../engine/job-runner.ts';
import { mailHandler } from './mail-handler.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8').replace(
  '| Session | `SESSION_LENGTH` |',
  '| Reset password | by mail |\n| Session | `SESSION_LENGTH` |',
);

async function mailing(refuses?: Parameters<typeof openMailServer>[0]) {
  const server = await openMailServer(refuses);
  ends.push(server.close);
  const at = productInMemory(helpdesk);
  const handler = mailHandler({ smtp: server.url, from: 'Helpdesk <help@example.com>', url: 'https://help.example.com' });
  const runner = new JobRunner({
    handlers: [handler],
    ask: async (body) => body(at.product),
    platform: systemPlatform,
    log: () => undefined,
    times: { pauses: [10], poll: 20 },
  });
  ends.push(() => runner.close());
  const { jobs } = at.product.store;
  const ask = async (address: string): Promise<void> => {
    expect(runCommand(at.product, nobody, { kind: 'mail-link', purpose: 'reset', address }).ok).toBe(true);
    runner.start();
    const now = Date.now();
    // The clock of the test's product is in the past, so its jobs are due.
    while (jobs.count('waiting') > 0 && Date.now() - now < 10_000) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { ...at, ask, received: server.received };
}

const linkIn = (raw: string): string => /https:\/\/help\.example\.com\/\?~link=([\w.-]+)/.exec(readable(raw))?.[1] ?? '';

test('the link in the mail sets a new password, once', async () => {
  const { product, ask, received } = await mailing();
  await ask('Ana@Example.com');
  expect(received).toHaveLength(1);
  const { to, raw } = received[0] ?? { to: [], raw: '' };
  expect(to.map((address) => address.toLowerCase())).toEqual(['ana@example.com']);
  expect(raw).toContain('Subject: Set a new password for Helpdesk');
  // Mails of the product itself cannot be switched off.
  expect(raw).not.toContain('List-Unsubscribe');
  const use = () => runCommand(product, nobody, { kind: 'use-link', token: linkIn(raw), values: { password: 'a-new-password' } });
  expect(use().ok).toBe(true);
  expect(use().ok).toBe(false);
});

test('sends no mail to an address without an account, and notes the reason in its job', async () => {
  const { product, ask, received } = await mailing();
  await ask('nobody@example.com');
  expect(received).toEqual([]);
  expect(product.store.jobs.list(['done'], null, 9).map(({ lastError }) => lastError)).toEqual([
    'not sent: no account has this address, it is confirmed already, or the person switched these mails off',
  ]);
});

test('a retried mail has a new link, and both work until one is used', async () => {
  const { product, ask, received } = await mailing((count) => (count === 0 ? { code: 451, message: 'later' } : null));
  await ask('ana@example.com');
  expect(received).toHaveLength(1);
  const token = linkIn(received[0]?.raw ?? '');
  expect(runCommand(product, nobody, { kind: 'use-link', token, values: { password: 'a-new-password' } }).ok).toBe(true);
  expect([...product.store.metaUnder('mailed-link ')]).toEqual([]);
});
