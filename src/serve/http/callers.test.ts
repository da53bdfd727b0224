import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { tokenHash } from '../../engine/account/hasher.ts';
import { ProductEngine } from '../engine/product-engine.ts';
import { createApp } from './app.ts';
import type { HttpSettings } from './settings.ts';

/* How the server tells callers apart: by their sessions, their devices and their networks. */

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

const site = { files: [], policy: "default-src 'self'", isCall: () => true };

function served(settings: Partial<HttpSettings>) {
  const { product, clock, id } = productInMemory(helpdesk);
  const engine = new ProductEngine(product, (error) => {
    throw error;
  });
  const app = createApp({ engine, platform: clock, settings: { proxies: 1, ...settings }, log: () => undefined, site });
  const session = (token: string): string => {
    const kept = { tokenHash: tokenHash(token), account: id('Bo'), began: 0, expires: clock.now() + 1e9 };
    product.store.transaction(() => product.store.saveSession(kept));
    return token;
  };
  const ask = (path: string, { token, from = '192.0.2.1', ...init }: RequestInit & { token?: string; from?: string } = {}) => {
    const headers = new Headers({ 'x-forwarded-for': from, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' });
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return app.request(`http://127.0.0.1${path}`, { ...init, headers });
  };
  const post = (path: string, body: unknown, more: Parameters<typeof ask>[1] = {}) =>
    ask(path, { ...more, method: 'POST', body: JSON.stringify(body) });
  const signIn = (password: string, more: Parameters<typeof ask>[1] = {}) =>
    post('/~/session/run', [{ kind: 'sign-in', values: { email: 'ana@example.com', password } }], more);
  return { ask, post, session, signIn, id };
}

describe('request limits', () => {
  // A change whose record does not exist; its cost is the same.
  const change = { body: 'Hello' };
  const path = '/api/tickets/999/comments';

  test('count ten people in one office separately', async () => {
    const { ask, post, session } = served({ requestsPerMinute: 14 });
    for (let person = 0; person < 10; person++) {
      const token = session(`person ${person}`);
      expect((await ask('/api/tickets', { token })).status).toBe(200);
      for (let count = 0; count < 14; count++) expect((await post(path, change, { token })).status).toBe(404);
      expect((await post(path, change, { token })).status).toBe(429);
    }
  });

  test('count a token under its network until an answer has proved it', async () => {
    const { ask } = served({ requestsPerMinute: 1 });
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) statuses.push((await ask('/api/tickets', { token: `made up ${count}` })).status);
    expect(statuses).toEqual([401, 401, 401, 401, 429]);
    const screens = served({ requestsPerMinute: 1 });
    for (const name of ['model', 'person', 'model', 'person'])
      expect((await screens.ask(`/~/session/${name}`, { method: 'POST', body: '[]', token: 'made up' })).status).toBe(200);
    expect((await screens.ask('/~/session/person', { method: 'POST', body: '[]', token: 'made up' })).status).toBe(429);
  });

  test('count an ended session under its network', async () => {
    const { ask, post, session } = served({ requestsPerMinute: 2 });
    const token = session('one');
    await ask('/api/tickets', { token });
    expect((await post('/~/session/run', [{ kind: 'sign-out' }], { token })).status).toBe(200);
    const statuses: number[] = [];
    for (let count = 0; count < 8; count++) statuses.push((await ask('/api/tickets', { token })).status);
    expect(statuses).toEqual([...Array(7).fill(401), 429]);
  });

  test('bound one network with many sessions', async () => {
    const { ask, session } = served({ requestsPerMinute: 8 });
    const statuses: number[] = [];
    for (let person = 0; person < 30; person++) {
      const token = session(`person ${person}`);
      for (let count = 0; count < 25; count++) statuses.push((await ask('/api/tickets', { token })).status);
    }
    expect(statuses.indexOf(429)).toBe(8 * 4 * 20);
    expect((await ask('/api/tickets', { from: '192.0.2.2' })).status).toBe(401);
  });

  test('treat the addresses of one IPv6 network as one', async () => {
    const { ask } = served({ requestsPerMinute: 1 });
    const statuses: number[] = [];
    for (let host = 1; host < 6; host++) statuses.push((await ask('/api/tickets', { from: `2001:db8::${host}` })).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test.each(['screens', 'calls'])('count signing in as ten changes: %s', async (way) => {
    const { post, signIn } = served({ requestsPerMinute: 20 });
    const once = () => (way === 'screens' ? signIn('wrong') : post('/api/session', { email: 'ana@example.com', password: 'wrong' }));
    const statuses = [(await once()).status, (await once()).status, (await once()).status];
    expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
  });
});

describe('the device cookie', () => {
  const deviceIn = (answer: Response): string | undefined => answer.headers.getSetCookie().find((cookie) => cookie.startsWith('device='));

  test('is set on signing in, is hidden from scripts, and lets the device in while a stranger guesses', async () => {
    const { signIn, post } = served({});
    const cookie = deviceIn(await signIn('correct-horse'));
    expect(cookie).toMatch(/^device=[\w-]{22}\.[\da-f]{64}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(deviceIn(await post('/api/session', { email: 'ana@example.com', password: 'correct-horse' }))).toMatch(/^device=/);
    for (let count = 0; count < 6; count++) await signIn('wrong');
    expect(JSON.stringify(await (await signIn('correct-horse')).json())).toContain('TOO_MANY_ATTEMPTS');
    const known = { headers: { cookie: cookie?.split(';')[0] ?? '' } };
    expect(await (await signIn('correct-horse', known)).json()).toMatchObject({ ok: true });
  });

  test('is not set for a wrong password, and is Secure over TLS', async () => {
    const { signIn } = served({});
    expect(deviceIn(await signIn('wrong'))).toBeUndefined();
    expect(deviceIn(await signIn('correct-horse', { headers: { 'x-forwarded-proto': 'https' } }))).toContain('; Secure');
  });

  test('without throttling, no request waits', async () => {
    const { signIn } = served({ throttled: false });
    for (let count = 0; count < 10; count++) expect(await (await signIn('wrong')).text()).toContain('UNAUTHORIZED');
  });
});
