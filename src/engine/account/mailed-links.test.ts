import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { checkModel } from '../../check/check.ts';
import { readModel } from '../../model/read.ts';
import { runCommand } from '../commands.ts';
import type { LinkMail, LinkOrder } from '../messages/mail-payload.ts';
import type { Command } from '../session.ts';
import { SessionHost } from '../session-host.ts';
import { nobody, type Person } from '../world/world.ts';
import { isConfirmed } from './confirmed-email.ts';
import { linkMail, linkParameter } from './link-mails.ts';
import { findLink } from './mailed-links.ts';
import { codeAt } from './second-factor.ts';

const rows = '| Confirm email | yes |\n| Reset password | by mail |\n| Invite | manager |\n| Second factor | optional |\n';
const plain = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
const helpdesk = plain.replace('| Session | `SESSION_LENGTH` |', `${rows}| Session | \`SESSION_LENGTH\` |`);
const password = 'correct-horse';
const email = 'ana@example.com';
const stranger: Person = { ...nobody, origin: { network: '203.0.113.1' } };

const orders = ({ product }: TestProduct): readonly LinkOrder[] =>
  product.store.jobs.list(['waiting'], ['mail'], 99).flatMap(({ payload }) => {
    const mail = JSON.parse(payload) as LinkMail;
    return 'link' in mail ? [mail.link] : [];
  });

/** The token in the mail of the newest request, as if it were sent now. */
function mailed(made: TestProduct): string {
  const [order] = orders(made);
  const mail = order === undefined ? null : linkMail(made.product, order);
  return new URL(mail?.path ?? '/', 'http://product.invalid').searchParams.get(linkParameter) ?? '';
}

const run = ({ product }: TestProduct, command: Command, person: Person = nobody) => runCommand(product, person, command);
const ask = (made: TestProduct, address = email, person: Person = nobody, purpose: 'reset' | 'confirm' = 'reset') =>
  run(made, { kind: 'mail-link', purpose, address }, person);
const use = (made: TestProduct, token: string, values: Readonly<Record<string, string>>) => run(made, { kind: 'use-link', token, values });
const enter = (made: TestProduct, secret = password, address = email) =>
  run(made, { kind: 'sign-in', values: { email: address, password: secret } });
const codes = (outcome: ReturnType<typeof runCommand>) =>
  outcome.ok ? [] : outcome.refusals.map(({ error, own }) => `${error} ${own?.code ?? ''}`.trim());

test('the rows are read, and unusable rows are reported', () => {
  const { account } = readModel(helpdesk);
  expect([account?.confirmEmail, account?.resetPassword, account?.invite.map(({ text }) => text)]).toEqual([true, true, ['manager']]);
  expect(checkModel(readModel(helpdesk)).map(({ code }) => code)).toEqual(checkModel(readModel(plain)).map(({ code }) => code));
  const found = (text: string): readonly string[] => readModel(text).misreads.map(({ message }) => message);
  expect(found(helpdesk.replace('| by mail |', '| by letter |'))).toEqual([
    'Reset password is “by mail” or “no”, not “by letter”. It is read as “no”.',
  ]);
  expect(found(helpdesk.replace('| Invite | manager |', '| Invite | nobody here |')).length + readModel(helpdesk).misreads.length).toBe(0);
  expect(
    checkModel(readModel(helpdesk.replace('| Invite | manager |', '| Invite | janitor |')))
      .map(({ message }) => message)
      .join(' '),
  ).toContain('janitor');
});

test('a link resets the password once, ends all sessions, and begins one', () => {
  const made = productInMemory(helpdesk);
  const before = enter(made).person;
  expect(ask(made).ok).toBe(true);
  const token = mailed(made);
  expect(use(made, token, { password: '' })).toMatchObject({ ok: false });
  const after = use(made, token, { password: 'a-new-password' });
  expect(after.ok).toBe(true);
  expect(after.person.account).toBe(made.id('Ana'));
  expect(made.product.personOf(before.token).account).toBeNull();
  expect(made.product.personOf(after.person.token).account).toBe(made.id('Ana'));
  expect(codes(enter(made))).toEqual(['UNAUTHORIZED']);
  expect(enter(made, 'a-new-password').ok).toBe(true);
  expect(codes(use(made, token, { password: 'another-password' }))).toEqual(['LINK_EXPIRED link-expired']);
  const [line] = made.product.store.trail('User', made.id('Ana'), 9).filter(({ operation }) => operation === 'update');
  expect(line?.by).toBe(made.id('Ana'));
});

test('the rules for passwords apply to a reset', () => {
  const made = productInMemory(helpdesk);
  ask(made);
  expect(use(made, mailed(made), { password: 'short' })).toMatchObject({ ok: false });
  expect(enter(made).ok).toBe(true);
});

test('the store keeps neither the token nor anything to derive it from', () => {
  const made = productInMemory(helpdesk);
  ask(made);
  const secret = mailed(made).split('.')[1] ?? '';
  expect(secret).toHaveLength(43);
  const kept = JSON.stringify([...made.product.store.metaUnder(''), ...made.product.store.jobs.list(['waiting', 'done'], null, 99)]);
  expect(kept).toContain(email);
  expect(kept).not.toContain(secret);
});

test('a link expires, and other texts are not links', () => {
  const made = productInMemory(helpdesk);
  ask(made);
  const token = mailed(made);
  const world = () => made.product.world(nobody);
  expect(findLink(world(), token)?.purpose).toBe('reset');
  for (const other of ['', '.', `${token}x`, token.slice(0, -1), token.split('.')[0] ?? '', 'x'.repeat(5000), `${token}.`])
    expect(findLink(world(), other)).toBeNull();
  made.clock.advance(3_600_000);
  expect(codes(use(made, token, { password: 'a-new-password' }))).toEqual(['LINK_EXPIRED link-expired']);
});

test("a link becomes invalid when the account's address changes", () => {
  const made = productInMemory(helpdesk);
  ask(made);
  const token = mailed(made);
  const { store } = made.product;
  store.transaction(() => store.apply({ kind: 'update', entity: 'User', id: made.id('Ana'), values: { email: 'new@example.com' } }));
  expect(codes(use(made, token, { password: 'a-new-password' }))).toEqual(['LINK_EXPIRED link-expired']);
});

test('a request takes the same steps for every address', () => {
  const made = productInMemory(helpdesk);
  const { store } = made.product;
  const read: string[] = [];
  const watched = (address: string): readonly string[] => {
    read.length = 0;
    const spied = new Proxy(store, {
      get: (of, name) => {
        const value = Reflect.get(of, name) as unknown;
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          read.push(String(name));
          return Reflect.apply(value, of, args) as unknown;
        };
      },
    });
    Object.defineProperty(made.product, 'store', { value: spied, configurable: true });
    const outcome = ask(made, address, stranger);
    Object.defineProperty(made.product, 'store', { value: store, configurable: true });
    return [JSON.stringify(outcome.ok && outcome.value), ...read];
  };
  expect(watched('no.such@example.com')).toEqual(watched(email));
  expect(orders(made).map(({ address }) => address)).toEqual([email, 'no.such@example.com']);
  expect(linkMail(made.product, { purpose: 'reset', address: 'no.such@example.com' })).toBeNull();
});

test('mails to one address, and requests from one network, are limited', () => {
  const made = productInMemory(helpdesk);
  for (const _ of [1, 2, 3]) expect(ask(made, 'x@example.com', stranger).ok).toBe(true);
  expect(codes(ask(made, 'X@example.com', stranger))).toEqual(['TOO_MANY_ATTEMPTS TOO_MANY_ATTEMPTS']);
  made.clock.advance(61_000);
  expect(ask(made, 'x@example.com', stranger).ok).toBe(true);
  for (let count = 0; count < 16; count++) ask(made, `x${count}@example.com`, stranger);
  expect(codes(ask(made, 'y@example.com', stranger))).toEqual(['TOO_MANY_ATTEMPTS TOO_MANY_ATTEMPTS']);
  expect(ask(made, 'y@example.com', { ...nobody, origin: { network: '203.0.113.2' } }).ok).toBe(true);
});

test('a reset asks for the second factor', async () => {
  const made = productInMemory(helpdesk);
  const { person } = enter(made);
  const begun = run(made, { kind: 'second-factor', step: 'begin', currentPassword: password }, person);
  const secret = begun.ok && begun.value.secondFactor?.kind === 'secret' ? begun.value.secondFactor.secret : '';
  const code = (): string => codeAt(secret, Math.floor(made.clock.now() / 30_000));
  run(made, { kind: 'second-factor', step: 'confirm', code: code() }, person);
  made.clock.advance(30_000);
  ask(made);
  const token = mailed(made);
  expect(await new SessionHost(made.product, { remembers: false }).link(token)).toMatchObject({
    purpose: 'reset',
    address: email,
    code: true,
  });
  expect(codes(use(made, token, { password: 'a-new-password' }))).toEqual(['INVALID code-required']);
  expect(codes(use(made, token, { password: 'a-new-password', code: '000000' }))).toEqual(['INVALID wrong-code']);
  expect(use(made, token, { password: 'a-new-password', code: code() }).ok).toBe(true);
});

const newcomer = { name: 'Nia', email: 'nia@example.com', password: 'long-enough-1' };

test('an account is created when its link is opened with its password, and not before', () => {
  const made = productInMemory(helpdesk);
  const { store } = made.product;
  const count = () => store.query({ entity: 'User', conditions: [] }).length;
  const before = count();
  const asked = run(made, { kind: 'sign-up', values: newcomer });
  expect(asked).toMatchObject({ ok: true, value: { mailed: true }, person: nobody });
  expect(count()).toBe(before);
  expect(codes(enter(made, newcomer.password, newcomer.email))).toEqual(['UNAUTHORIZED']);
  const token = mailed(made);
  expect(codes(use(made, token, { password: 'other-password' }))).toEqual(['INVALID other-password']);
  const done = use(made, token, { password: newcomer.password });
  expect(done.ok).toBe(true);
  expect(count()).toBe(before + 1);
  const id = done.person.account ?? '';
  expect(store.record('User', id)).toMatchObject({ name: 'Nia', email: newcomer.email, role: 'customer' });
  expect(isConfirmed(store, id, newcomer.email)).toBe(true);
  expect(enter(made, newcomer.password, newcomer.email).ok).toBe(true);
  expect(codes(use(made, token, { password: newcomer.password }))).toEqual(['LINK_EXPIRED link-expired']);
});

test('a sign-up does not reveal whether its address has an account', () => {
  const made = productInMemory(helpdesk);
  const answers = [email, 'nia@example.com'].map((address) => {
    const outcome = run(made, { kind: 'sign-up', values: { ...newcomer, email: address } }, stranger);
    return JSON.stringify({ ...outcome, change: null });
  });
  expect(answers[0]).toBe(answers[1]);
  const refused = [email, 'nia@example.com'].map((address) =>
    codes(run(made, { kind: 'sign-up', values: { ...newcomer, email: address, password: 'short' } }, stranger)),
  );
  expect(refused[0]).toEqual(refused[1]);
  expect(refused[0]).not.toEqual([]);
  const subjects = orders(made).map((order) => linkMail(made.product, order)?.subject);
  expect(subjects).toEqual(['Finish signing up for Helpdesk', 'You already have an account at Helpdesk']);
});

test('a changed address is confirmed before the next sign-in', () => {
  const made = productInMemory(helpdesk);
  const { store } = made.product;
  store.transaction(() => store.apply({ kind: 'update', entity: 'User', id: made.id('Ana'), values: { email: 'new@example.com' } }));
  expect(codes(enter(made, 'wrong', 'new@example.com'))).toEqual(['UNAUTHORIZED']);
  expect(codes(enter(made, password, 'new@example.com'))).toEqual(['EMAIL_UNCONFIRMED confirm-email']);
  ask(made, 'new@example.com', nobody, 'confirm');
  const token = mailed(made);
  expect(codes(use(made, token, { password: 'wrong' }))).toEqual(['UNAUTHORIZED']);
  expect(use(made, token, { password }).ok).toBe(true);
  expect(enter(made, password, 'new@example.com').ok).toBe(true);
});

test('an invitation creates an account with its role, and people invite only to permitted roles', async () => {
  const made = productInMemory(helpdesk);
  const invite = (role: string, address: string, by: string) => run(made, { kind: 'invite', role, address }, made.as(by));
  expect(codes(invite('agent', 'new@example.com', 'Ana'))).toEqual(['FORBIDDEN']);
  expect(invite('manager', 'boss@example.com', 'Mia').ok).toBe(true);
  const token = mailed(made);
  const shown = await new SessionHost(made.product, { remembers: false }).link(token);
  expect(shown?.inputs.map(({ name }) => name)).toEqual(['name', 'password']);
  const done = use(made, token, { name: 'Boss', password: 'long-enough-1', email: 'evil@example.com', role: 'customer' });
  expect(done.ok).toBe(true);
  expect(made.product.store.record('User', done.person.account ?? '')).toMatchObject({
    email: 'boss@example.com',
    role: 'manager',
    name: 'Boss',
  });
  invite('customer', email, 'Mia');
  expect(linkMail(made.product, orders(made)[0] as LinkOrder)).toMatchObject({ path: '/' });
});

test('an invitation needs every field that people sign in with, also one that is not required', () => {
  const text = helpdesk
    .replace('| name | text | yes |', '| name | text | |')
    .replace('| Sign in with | email,', '| Sign in with | name, email,');
  const made = productInMemory(text);
  run(made, { kind: 'invite', role: 'agent', address: 'new@example.com' }, made.as('Mia'));
  const token = mailed(made);
  expect(codes(use(made, token, { password: 'long-enough-1' }))).toEqual(['INVALID required']);
  expect(use(made, token, { name: 'Nia', password: 'long-enough-1' }).ok).toBe(true);
});

test('an invitation ends when the person who sent it may no longer invite to that role', async () => {
  const made = productInMemory(helpdesk);
  const { store } = made.product;
  const mia = (values: Readonly<Record<string, string>>) =>
    store.transaction(() => store.apply({ kind: 'update', entity: 'User', id: made.id('Mia'), values }));
  run(made, { kind: 'invite', role: 'manager', address: 'boss@example.com' }, made.as('Mia'));
  const token = mailed(made);
  const link = () => new SessionHost(made.product, { remembers: false }).link(token);
  const values = { name: 'Boss', password: 'long-enough-1' };
  expect(await link()).not.toBeNull();
  mia({ role: 'agent' });
  expect(await link()).toBeNull();
  expect(codes(use(made, token, values))).toEqual(['LINK_EXPIRED link-expired']);
  mia({ role: 'manager' });
  expect(use(made, token, values).ok).toBe(true);
});

test('a deleted account leaves nothing behind', () => {
  const made = productInMemory(helpdesk);
  const signedUp = run(made, { kind: 'sign-up', values: newcomer }, stranger);
  expect(signedUp.ok).toBe(true);
  const { person } = run(made, { kind: 'use-link', token: mailed(made), values: { password: newcomer.password } }, stranger);
  const id = person.account ?? '';
  run(made, { kind: 'second-factor', step: 'begin', currentPassword: newcomer.password }, person);
  ask(made, newcomer.email);
  mailed(made);
  const about = () =>
    [...made.product.store.metaUnder('')].filter(([key, value]) => key.includes(id) || value.includes(id) || key.startsWith('devices '));
  expect(about().length).toBeGreaterThan(3);
  made.product.transact(nobody, (one) =>
    one.perform(
      {
        name: 'x',
        summary: '',
        decide: () => ({
          changes: [{ kind: 'delete', entity: 'User', id }],
          write: { entity: 'User', id, kind: 'delete', name: 'delete' },
          result: null,
        }),
      },
      null,
    ),
  );
  expect(made.product.store.record('User', id)).toBeNull();
  expect(about()).toEqual([]);
});

test('a mail is in the language of its reader', () => {
  const german = productInMemory(
    helpdesk.replace('\n## 1. What the product does and for whom\n', (title) => `${title}\nLanguages: de, en\n`),
  );
  ask(german);
  expect(linkMail(german.product, { purpose: 'reset', address: email, language: 'en' })?.subject).toBe('Set a new password for Helpdesk');
  expect(linkMail(german.product, { purpose: 'reset', address: email })?.subject).toBe('Neues Passwort für Helpdesk');
});
