import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFewExamples } from '../../../testing/few-examples.ts';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { checkModel } from '../../check/check.ts';
import { readModel } from '../../model/read.ts';
import { runCommand } from '../commands.ts';
import { maxJobsShown } from '../jobs/jobs.ts';
import type { LinkMail } from '../messages/mail-payload.ts';
import { mute } from '../messages/muted.ts';
import { linkData } from '../operations/use-link.ts';
import { nobody, type Person } from '../world/world.ts';
import { isConfirmed } from './confirmed-email.ts';
import { linkMail, linkParameter } from './link-mails.ts';

const teamwork = withFewExamples('teamwork.md', readFileSync(new URL('../../../specs/teamwork.md', import.meta.url), 'utf8'));
const fromAfar: Person['origin'] = { network: '203.0.113.1' };

const invited = (made: TestProduct, email: string, org: 'Northwind' | 'Rowing' = 'Northwind') => {
  const by = { ...made.as(org === 'Northwind' ? 'Ada' : 'Mats'), origin: fromAfar };
  const outcome = runCommand(made.product, by, { kind: 'create', part: null, entity: 'Invitation', values: { org: made.id(org), email } });
  return { ...outcome, id: outcome.ok ? (outcome.value.record?.id ?? '') : '' };
};

const mails = ({ product }: TestProduct): readonly LinkMail[] =>
  product.store.jobs.list(['waiting'], ['mail'], maxJobsShown).map(({ payload }) => JSON.parse(payload) as LinkMail);
const sent = (made: TestProduct, at = 0) => linkMail(made.product, mails(made)[at]?.link ?? { purpose: 'reset', address: '' });
const tokenOf = (path: string | undefined): string => new URL(path ?? '/', 'http://x').searchParams.get(linkParameter) ?? '';

test('an invitation is mailed to its address, and its link leads to an account and then to the invitation', () => {
  const made = productInMemory(teamwork);
  const { product } = made;
  const outcome = invited(made, 'Jo@example.com');
  expect(outcome.ok).toBe(true);
  const mail = sent(made);
  expect(mail).toMatchObject({ subject: 'Ada Okoye invites you to Northwind Architects', path: expect.stringContaining(linkParameter) });
  expect(mail?.told).toBeUndefined();
  const token = tokenOf(mail?.path);
  const asked = linkData(product.world(nobody), token);
  expect([asked?.purpose, asked?.address, asked?.inputs.map(({ name }) => name)]).toEqual([
    'invite',
    'Jo@example.com',
    ['name', 'password'],
  ]);
  const use = (values: Readonly<Record<string, string>>) => runCommand(product, nobody, { kind: 'use-link', token, values });
  expect(use({ name: 'Jo', password: 'short' })).toMatchObject({ ok: false, refusals: [{ error: 'PASSWORD_SHORT' }] });
  // An address typed on the way is not the one that the link proved.
  const used = use({ name: 'Jo', password: 'correct-horse', email: 'eve@example.com' });
  const { id } = outcome;
  expect(used).toMatchObject({ ok: true, value: { open: { screen: 'Invitation', parameters: { id } } } });
  const { account } = used.person;
  expect(product.store.record('User', account ?? '')).toMatchObject({ email: 'Jo@example.com', name: 'Jo' });
  expect(isConfirmed(product.store, account ?? '', 'Jo@example.com')).toBe(true);
  expect(runCommand(product, used.person, { kind: 'event', entity: 'Invitation', id, event: 'accept', parameters: {} }).ok).toBe(true);
  expect(use({ name: 'Jo', password: 'correct-horse' })).toMatchObject({ ok: false, refusals: [{ error: 'LINK_EXPIRED' }] });
});

test('an account with the address is led to the invitation, and can switch such mails off', () => {
  const made = productInMemory(teamwork);
  const outcome = invited(made, 'SOL@example.com');
  expect(sent(made)).toMatchObject({
    path: `/invitations/${outcome.id}`,
    told: { account: made.id('Sol'), message: 'INVITED' },
  });
  mute(made.product.store, made.product.model.messages, made.id('Sol'), { message: 'INVITED', way: 'mail', off: true });
  expect(sent(made)).toBeNull();
});

test('neither the inviting person nor an operator can learn whether an address has an account', () => {
  const [known, unknown] = ['sol@example.com', 'jo@example.com'].map((email) => {
    const made = productInMemory(teamwork);
    const reads: string[] = [];
    const { store } = made.product;
    const query = store.query.bind(store);
    store.query = (asked) => {
      reads.push(asked.entity);
      return query(asked);
    };
    const outcome = invited(made, email);
    const [mail] = mails(made);
    const plain = (value: unknown): string =>
      JSON.stringify(value)
        .replaceAll(email, 'ADDRESS')
        .replace(/[0-9a-f-]{36}/g, 'ID');
    return { outcome: outcome.ok, mail: plain(mail), reads };
  });
  expect(known).toEqual(unknown);
});

test('the link ends with its invitation, and there is none if people may not sign up', () => {
  const made = productInMemory(teamwork);
  const outcome = invited(made, 'jo@example.com');
  const token = tokenOf(sent(made)?.path);
  expect(linkData(made.product.world(nobody), token)).not.toBeNull();
  const { id } = outcome;
  made.product.store.transaction(() => made.product.store.apply({ kind: 'delete', entity: 'Invitation', id }));
  expect(linkData(made.product.world(nobody), token)).toBeNull();
  const closed = productInMemory(teamwork.replace('| Sign up | yes |', '| Sign up | no |'));
  invited(closed, 'jo@example.com');
  expect(sent(closed)?.path).toBe('/');
});

test('a mailbox cannot be filled: invitations to one address are throttled wherever they come from', () => {
  const made = productInMemory(teamwork);
  const { store } = made.product;
  const outcomes = (['Northwind', 'Rowing', 'Northwind', 'Rowing', 'Northwind'] as const).map((org) => {
    const outcome = invited(made, 'jo@example.com', org);
    if (!outcome.ok) return outcome.refusals[0]?.error;
    store.transaction(() => store.apply({ kind: 'delete', entity: 'Invitation', id: outcome.id }));
    return 'mailed';
  });
  expect(outcomes).toEqual(['mailed', 'mailed', 'mailed', 'TOO_MANY_ATTEMPTS', 'TOO_MANY_ATTEMPTS']);
  expect(mails(made)).toHaveLength(3);
});

test('an address can be told only by mail; the checker reports a message without mail', () => {
  const found = (by: string) =>
    checkModel(readModel(teamwork.replace('| INVITED | `email` | mail |', `| INVITED | ${by} |`))).map(({ code }) => code);
  expect(found('`email` | mail')).not.toContain('message-without-reader');
  expect(found('`email` | app')).toContain('message-without-reader');
  expect(found('`org.owner.email` | mail')).not.toContain('message-without-reader');
  expect(found('`organisation` | mail')).toContain('message-without-reader');
});
