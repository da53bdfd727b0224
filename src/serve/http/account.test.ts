import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noPages } from '../../../testing/browser/own-page.ts';
import { productInMemory } from '../../../testing/product.ts';
import { linkMail, linkParameter } from '../../engine/account/link-mails.ts';
import type { LinkMail } from '../../engine/messages/mail-payload.ts';
import { ProductEngine } from '../engine/product-engine.ts';
import { createApp } from './app.ts';

const rows = '| Confirm email | yes |\n| Reset password | by mail |\n| Invite | manager |\n';
const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8').replace(
  '| Session | `SESSION_LENGTH` |',
  `${rows}| Session | \`SESSION_LENGTH\` |`,
);

function served() {
  const made = productInMemory(helpdesk);
  const { product } = made;
  const engine = new ProductEngine(product, (error) => {
    throw error;
  });
  const app = createApp({ engine, platform: made.clock, model: product.model, site: noPages, log: () => undefined });
  const post = (path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    app.request(`http://127.0.0.1${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
  const mailed = (): string => {
    const [job] = product.store.jobs.list(['waiting'], ['mail'], 1);
    const path = linkMail(product, (JSON.parse(job?.payload ?? '{}') as LinkMail).link)?.path ?? '/';
    return new URL(path, 'http://product.invalid').searchParams.get(linkParameter) ?? '';
  };
  return { ...made, post, mailed };
}

test('resets a password for a program, by a mailed link', async () => {
  const { post, mailed, product, id } = served();
  const answers = await Promise.all(
    ['ana@example.com', 'no.such@example.com'].map(async (address) => {
      const answer = await post('/~/account/mail-link', { purpose: 'reset', address });
      return [answer.status, await answer.text(), [...answer.headers.keys()].sort()];
    }),
  );
  expect(answers[0]).toEqual([202, '', expect.any(Array)]);
  expect(answers[1]).toEqual(answers[0]);
  await post('/~/account/mail-link', { purpose: 'reset', address: 'ana@example.com' });
  const body = { token: mailed(), values: { password: 'a-new-password' } };
  const used = await post('/~/account/use-link', body);
  expect(used.status).toBe(201);
  expect(used.headers.get('set-cookie')).toBeNull();
  const { token } = (await used.json()) as { readonly token: string };
  expect(product.personOf(token).account).toBe(id('Ana'));
  const again = await post('/~/account/use-link', body);
  expect([again.status, again.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
});

test('signs up and invites for a program', async () => {
  const { post, mailed, product } = served();
  const values = { name: 'Nia', email: 'nia@example.com', password: 'long-enough-1' };
  expect((await post('/~/account/sign-up', { values })).status).toBe(202);
  const used = await post('/~/account/use-link', { token: mailed(), values: { password: 'long-enough-1' } });
  const { token } = (await used.json()) as { readonly token: string };
  const invite = { address: 'x@example.com', role: 'customer' };
  expect((await post('/~/account/invite', invite, { authorization: `Bearer ${token}` })).status).toBe(403);
  const mia = await post('/~/session/run', [{ kind: 'sign-in', values: { email: 'mia@example.com', password: 'correct-horse' } }], {
    'sec-fetch-site': 'same-origin',
  });
  const cookie = mia.headers.get('set-cookie')?.split(';')[0] ?? '';
  expect((await post('/~/account/invite', invite, { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(202);
  // A page of another site cannot invite with a visitor's cookie.
  expect((await post('/~/account/invite', invite, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  expect(product.store.jobs.count('waiting')).toBe(2);
});

test('refuses other bodies and paths', async () => {
  const { post } = served();
  for (const body of [null, [], 'x', {}, { purpose: 'other', address: 'a@example.com' }, { purpose: 'reset', address: 5 }])
    expect((await post('/~/account/mail-link', body)).status).toBe(400);
  expect((await post('/~/account/mail-link', {}, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post('/~/account/job', { job: 'x', step: 'drop' })).status).toBe(404);
  expect((await post('/~/account/mail-link', { purpose: 'reset', address: 'no address' })).status).toBe(422);
});
