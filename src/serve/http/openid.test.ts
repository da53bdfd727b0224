import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noPages, ownPage } from '../../../testing/browser/own-page.ts';
import { openIdProvider, type TestProvider, throughProvider } from '../../../testing/openid-provider.ts';
import { productInMemory } from '../../../testing/product.ts';
import { runCommand } from '../../engine/commands.ts';
import { nobody } from '../../engine/world/world.ts';
import { ProductEngine } from '../engine/product-engine.ts';
import { createApp } from './app.ts';
import type { LogEntry } from './log-entry.ts';
import { localPath, openIdRoutes } from './openid.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8').replace(
  '| Sign in with | email, password |',
  '| Sign in with | email, password, OpenID |',
);

let provider: TestProvider;
beforeAll(async () => {
  provider = await openIdProvider(['http://127.0.0.1/~/openid/callback']);
});
afterAll(() => provider.close());

const ana = { email: 'ana@example.com', email_verified: true, name: 'Ana' };

function served(text = helpdesk, given: Parameters<typeof openIdRoutes>[0] = provider) {
  const made = productInMemory(text);
  const logged: LogEntry[] = [];
  const app = createApp({
    engine: new ProductEngine(made.product, (error) => {
      throw error;
    }),
    platform: made.clock,
    log: (entry) => logged.push(entry),
    site: noPages,
    openId: openIdRoutes(given),
  });
  const browser = new Map<string, string>();
  const visit = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const cookie = [...browser].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await app.request(new URL(address, 'http://127.0.0.1').href, { ...init, headers: { cookie, ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') browser.delete(name);
      else browser.set(name, value);
    }
    return response;
  };
  const leave = async (query = 'next=%2Ftickets'): Promise<string> => (await visit(`/~/openid?${query}`)).headers.get('location') ?? '';
  const comeBack = async (address: string): Promise<string> => {
    const { pathname, search } = new URL(address);
    return (await visit(`${pathname}${search}`)).headers.get('location') ?? '';
  };
  const signIn = async (claims: Readonly<Record<string, unknown>> | null): Promise<string> => {
    provider.become(claims);
    return comeBack(await throughProvider(await leave(), provider.issuer));
  };
  const me = async (): Promise<string | null> => {
    const answer = await visit('/~/session/person', { method: 'POST', body: '[]', headers: ownPage });
    const { account } = (await answer.json()) as { account: { label: string } | null };
    return account?.label ?? null;
  };
  return { ...made, app, browser, visit, leave, comeBack, signIn, me, logged };
}

test('a verified address signs in to its account, with a new session, and leads to the requested page', async () => {
  const { signIn, me, browser, product, id } = served();
  browser.set('session', 'fixed-by-a-stranger');
  expect(await signIn(ana)).toBe('/tickets');
  expect(await me()).toBe('Ana Díaz');
  expect(browser.get('session')).not.toBe('fixed-by-a-stranger');
  expect(browser.has('openid')).toBe(false);
  expect(browser.has('device')).toBe(true);
  expect(product.store.sessions(id('Ana'))).toHaveLength(1);
});

test('ends the browser’s earlier session', async () => {
  const { signIn, me, browser, product, id } = served();
  await signIn({ email: 'bo@example.com', email_verified: true });
  const before = browser.get('session');
  await signIn(ana);
  expect(await me()).toBe('Ana Díaz');
  expect(browser.get('session')).not.toBe(before);
  expect(product.store.sessions(id('Bo'))).toEqual([]);
});

test('creates an account for an unknown address, with the role of section 6, if sign-up is allowed', async () => {
  const eve = { email: 'eve@example.org', email_verified: true, name: 'Eve Ernst' };
  const open = served();
  expect(await open.signIn(eve)).toBe('/tickets');
  expect(await open.me()).toBe('Eve Ernst');
  const [session] = open.product.store.query({ entity: 'User', conditions: [] }).filter(({ email }) => email === 'eve@example.org');
  expect(session).toMatchObject({ name: 'Eve Ernst', role: 'customer' });
  const closed = served(helpdesk.replace('| Sign up | yes, as customer |', '| Sign up | no |'));
  expect(await closed.signIn(eve)).toBe('/?sign-in=unknown');
  expect(await closed.me()).toBeNull();
  const more = served(helpdesk.replace('| User.role: update |', '| User.name: create | no | no | no | no |\n| User.role: update |'));
  expect(await more.signIn(eve)).toBe('/?sign-in=incomplete');
});

test('an address that the provider has not verified does not sign in', async () => {
  const { signIn, me } = served();
  for (const claims of [{ ...ana, email_verified: false }, { email: ana.email }, { name: 'Ana' }, { ...ana, email_verified: 'true' }])
    expect(await signIn(claims)).toBe('/?sign-in=unverified');
  expect(await me()).toBeNull();
});

test('refuses a wrong state, a missing cookie, the answer for another browser, and a reused code', async () => {
  const { leave, comeBack, browser, me, logged } = served();
  provider.become(ana);
  const back = await throughProvider(await leave(), provider.issuer);
  const cookie = browser.get('openid') ?? '';
  browser.clear();
  // A stranger's page sends its own answer to this browser.
  expect(await comeBack(back)).toBe('/?sign-in=expired');
  const mine = await leave();
  expect(await comeBack(back)).toBe('/?sign-in=expired');
  expect(await comeBack(mine.replace(/^[^?]*\?/, 'http://127.0.0.1/~/openid/callback?code=made-up&'))).toBe('/?sign-in=expired');
  expect(await me()).toBeNull();
  browser.set('openid', cookie);
  expect(await comeBack(back)).toBe('/tickets');
  browser.clear();
  browser.set('openid', cookie);
  expect(await comeBack(back)).toBe('/?sign-in=failed');
  expect(await me()).toBeNull();
  expect(logged.filter(({ level }) => level === 'error')).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain(provider.clientSecret);
});

test('the provider refuses a code that was made for another verifier', async () => {
  const { leave, comeBack, browser, me } = served();
  provider.become(ana);
  const back = await throughProvider(await leave(), provider.issuer);
  const flow = JSON.parse(Buffer.from(browser.get('openid') ?? '', 'base64url').toString());
  browser.set('openid', Buffer.from(JSON.stringify({ ...flow, verifier: `${flow.verifier}x` })).toString('base64url'));
  expect(await comeBack(back)).toBe('/?sign-in=failed');
  const again = await throughProvider(await leave(), provider.issuer);
  const other = JSON.parse(Buffer.from(browser.get('openid') ?? '', 'base64url').toString());
  browser.set('openid', Buffer.from(JSON.stringify({ ...other, nonce: 'another' })).toString('base64url'));
  expect(await comeBack(again)).toBe('/?sign-in=failed');
  expect(await me()).toBeNull();
});

test('declining, or a provider that is down, leads back to the first page', async () => {
  const { signIn, leave } = served();
  expect(await signIn(null)).toBe('/?sign-in=declined');
  expect(await leave('next=%2F&from=%2Fsign-in%3Fnext%3D%252Ftickets')).toContain(provider.issuer.href);
  const down = served(helpdesk, { ...provider, issuer: new URL('http://127.0.0.1:9') });
  expect(await down.leave('from=%2Fsign-in%3Fnext%3D%252Ftickets')).toBe('/sign-in?next=%2Ftickets&sign-in=unavailable');
  expect(down.logged).toContainEqual(expect.objectContaining({ level: 'error', message: expect.stringContaining('OpenID') }));
});

test('another site cannot start signing in, and HEAD does not complete it', async () => {
  const { visit, leave, browser } = served();
  expect((await visit('/~/openid', { headers: { 'sec-fetch-site': 'cross-site' } })).headers.get('location')).toBe('/');
  expect(browser.has('openid')).toBe(false);
  provider.become(ana);
  const { pathname, search } = new URL(await throughProvider(await leave(), provider.issuer));
  await visit(`${pathname}${search}`, { method: 'HEAD' });
  expect(browser.has('session')).toBe(false);
});

test('after signing in, people stay on this server', () => {
  for (const text of ['https://evil.example', '//evil.example', '/\\evil.example', '\\\\evil.example', 'javascript:alert(1)', undefined])
    expect(localPath(text)).toBe('/');
  expect(localPath('/.//evil.example/x')).toBe('/evil.example/x');
  expect(localPath('/tickets/4?tab=board')).toBe('/tickets/4?tab=board');
});

test('the owner of an address takes over an account that a stranger opened with it', async () => {
  const { product, signIn, me } = served();
  const values = { name: 'Mallory', email: 'eve@example.org', password: 'known-to-mallory' };
  const stranger = runCommand(product, nobody, { kind: 'sign-up', values });
  expect(await signIn({ email: 'eve@example.org', email_verified: true })).toBe('/tickets');
  expect(await me()).toBe('Mallory');
  expect(product.personOf(stranger.person.token).account).toBeNull();
  expect(runCommand(product, nobody, { kind: 'sign-in', values }).ok).toBe(false);
});

test('a page cannot claim to be the provider', async () => {
  const { visit, me } = served();
  const ask = async (name: string, args: unknown) =>
    (await visit(`/~/session/${name}`, { method: 'POST', body: JSON.stringify(args), headers: ownPage })).status;
  expect([await ask('openId', [ana]), await ask('run', [{ kind: 'openId', claims: ana }])]).toEqual([404, 400]);
  expect(await me()).toBeNull();
});

test('an address alone does not sign in if section 6 requires no password', () => {
  const { product } = served(helpdesk.replace('email, password, OpenID', 'email, OpenID'));
  expect(runCommand(product, nobody, { kind: 'sign-in', values: { email: ana.email } })).toMatchObject({
    ok: false,
    refusals: [{ error: 'FORBIDDEN' }],
  });
});
