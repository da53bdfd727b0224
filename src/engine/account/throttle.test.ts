import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { forgetDevice } from '../operations/forget-device.ts';
import { type SignedIn, signIn } from '../operations/sign-in.ts';
import { signUp } from '../operations/sign-up.ts';
import type { Outcome } from '../outcome.ts';
import { createProduct } from '../product.ts';
import { nobody, type Origin, type Person } from '../world/world.ts';
import { cheapHasher } from './hasher.ts';
import { ownAccount } from './own-account.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');

const from = (network: string, device: string | null = null): Origin => ({ network, device });

const guess = (
  { product }: Pick<TestProduct, 'product'>,
  email: string,
  password: string,
  origin: string | Origin | null = null,
): Outcome<SignedIn> =>
  product.perform(product.personOf(null, typeof origin === 'string' ? from(origin) : origin), signIn, {
    values: new Map([
      ['email', email],
      ['password', password],
    ]),
  });
const said = (outcome: Outcome): string => (outcome.ok ? 'in' : (outcome.refusals[0]?.error ?? ''));
const times = (count: number, once: () => Outcome): string[] => Array.from({ length: count }, () => said(once()));

test.each(['ana@example.com', 'nobody@example.com'])('after five wrong passwords each guess waits, even the right one: %s', (email) => {
  const made = productInMemory(helpdesk);
  const wrong = () => guess(made, email, 'wrong');
  expect(times(5, wrong)).toEqual(Array(5).fill('UNAUTHORIZED'));
  expect(guess(made, email, 'correct-horse')).toMatchObject({
    refusals: [{ error: 'TOO_MANY_ATTEMPTS', status: 429, message: 'Too many attempts. Try again in 1 second.', wait: 1 }],
  });
  made.clock.advance(1000);
  expect(said(wrong())).toBe('UNAUTHORIZED');
  made.clock.advance(1000);
  expect(wrong()).toMatchObject({ refusals: [{ error: 'TOO_MANY_ATTEMPTS', wait: 1 }] });
  made.clock.advance(1000);
  expect(said(wrong())).toBe('UNAUTHORIZED');
  expect(wrong()).toMatchObject({ refusals: [{ wait: 4 }] });
});

test('the wait is never longer than five minutes, and a quarter of an hour forgives one guess', () => {
  const made = productInMemory(helpdesk);
  const wrong = () => guess(made, 'ana@example.com', 'wrong');
  for (let count = 0; count < 40; count++) {
    said(wrong());
    made.clock.advance(300_000);
  }
  wrong();
  expect(wrong()).toMatchObject({ refusals: [{ error: 'TOO_MANY_ATTEMPTS', wait: 300 }] });
  made.clock.advance(15 * 60_000 * 60);
  expect(said(guess(made, 'ana@example.com', 'correct-horse'))).toBe('in');
});

test('a correct password clears the count, and other accounts do not wait', () => {
  const made = productInMemory(helpdesk);
  times(4, () => guess(made, 'ana@example.com', 'wrong'));
  expect(said(guess(made, 'ana@example.com', 'correct-horse'))).toBe('in');
  expect(times(5, () => guess(made, 'ana@example.com', 'wrong'))).toEqual(Array(5).fill('UNAUTHORIZED'));
  expect(said(guess(made, 'ana@example.com', 'correct-horse'))).toBe('TOO_MANY_ATTEMPTS');
  expect(said(guess(made, 'bo@example.com', 'correct-horse'))).toBe('in');
});

test("one address that tries many accounts waits; signing in to one's own account does not clear the count", () => {
  const made = productInMemory(helpdesk);
  for (let count = 0; count < 19; count++) guess(made, `somebody${count}@example.com`, 'wrong', '192.0.2.1');
  expect(said(guess(made, 'ana@example.com', 'correct-horse', '192.0.2.1'))).toBe('in');
  expect(said(guess(made, 'somebody20@example.com', 'wrong', '192.0.2.1'))).toBe('UNAUTHORIZED');
  expect(said(guess(made, 'ana@example.com', 'correct-horse', '192.0.2.1'))).toBe('TOO_MANY_ATTEMPTS');
  expect(said(guess(made, 'ana@example.com', 'correct-horse', '192.0.2.2'))).toBe('in');
});

test('refused sign-ups count for their address, because they reveal which accounts exist', () => {
  const made = productInMemory(helpdesk);
  const values = new Map([
    ['name', 'Eve'],
    ['email', 'ana@example.com'],
    ['password', 'long-enough-for-all'],
  ]);
  const person = { ...nobody, origin: from('192.0.2.1') };
  const tries = times(21, () => made.product.perform(person, signUp, { values }));
  expect(new Set(tries.slice(0, 20))).toEqual(new Set(['CONFLICT']));
  expect(tries[20]).toBe('TOO_MANY_ATTEMPTS');
});

test('the counts are in the store: another process on the same data continues them', () => {
  const made = productInMemory(helpdesk);
  times(5, () => guess(made, 'ana@example.com', 'wrong'));
  const { store, model } = made.product;
  const other = createProduct({ model, store, platform: made.clock, hasher: cheapHasher });
  expect(said(guess({ product: other }, 'ana@example.com', 'correct-horse'))).toBe('TOO_MANY_ATTEMPTS');
});

test('a clock that is set back makes no request wait', () => {
  const made = productInMemory(helpdesk);
  made.clock.advance(86_400_000);
  times(5, () => guess(made, 'ana@example.com', 'wrong'));
  made.clock.advance(-86_400_000);
  expect(said(guess(made, 'ana@example.com', 'correct-horse'))).toBe('in');
});

const right = 'correct-horse';
const ana = 'ana@example.com';

/** The device cookie that a browser keeps after signing in from a network. */
function deviceAfter(made: TestProduct, email: string, origin: Origin): string {
  const values = new Map([
    ['email', email],
    ['password', right],
  ]);
  const signed = made.product.transact(made.product.personOf(null, origin), (run) => run.perform(signIn, { values }));
  if (!signed.ok) throw new Error('refused');
  return signed.person.origin?.device ?? '';
}

test("guesses of a stranger slow down only the stranger's network", () => {
  const made = productInMemory(helpdesk);
  times(5, () => guess(made, ana, 'wrong', '192.0.2.1'));
  expect(said(guess(made, ana, right, '192.0.2.1'))).toBe('TOO_MANY_ATTEMPTS');
  expect(said(guess(made, ana, right, '198.51.100.7'))).toBe('in');
});

test('a single network cannot lock an account for all others, however patient it is', () => {
  const made = productInMemory(helpdesk);
  for (let count = 0; count < 200; count++) {
    guess(made, ana, 'wrong', '192.0.2.1');
    made.clock.advance(300_000);
  }
  expect(said(guess(made, ana, right, '198.51.100.7'))).toBe('in');
});

test('guesses from many networks are limited in total, which does not slow a device that has signed in before', () => {
  const made = productInMemory(helpdesk);
  const device = deviceAfter(made, ana, from('203.0.113.1'));
  const other = deviceAfter(made, 'bo@example.com', from('203.0.113.2'));
  const tries = times(60, () => guess(made, ana, 'wrong', `198.51.100.${made.product.newId()}`));
  expect(new Set(tries.slice(0, 50))).toEqual(new Set(['UNAUTHORIZED']));
  expect(tries.at(-1)).toBe('TOO_MANY_ATTEMPTS');
  expect(said(guess(made, ana, right, '203.0.113.9'))).toBe('TOO_MANY_ATTEMPTS');
  // Even from a slowed network; but not with the cookie of another account, nor with a forged one.
  expect(said(guess(made, ana, right, from('203.0.113.9', device)))).toBe('in');
  for (const wrong of [other, `${device.split('.')[0]}.${'0'.repeat(64)}`, device.replace(/^./, '-'), 'x', '.', 'x.'.repeat(5000)])
    expect(said(guess(made, ana, right, from('203.0.113.9', wrong)))).toBe('TOO_MANY_ATTEMPTS');
});

test('a known device has a limit of its own', () => {
  const made = productInMemory(helpdesk);
  const device = deviceAfter(made, ana, from('203.0.113.1'));
  const mine = () => guess(made, ana, 'wrong', from('203.0.113.1', device));
  expect(times(6, mine)).toEqual([...Array(5).fill('UNAUTHORIZED'), 'TOO_MANY_ATTEMPTS']);
  expect(said(guess(made, ana, right, '203.0.113.1'))).toBe('in');
});

test('a device is remembered for each account that signed in there, at most eight', () => {
  const made = productInMemory(helpdesk);
  const first = deviceAfter(made, ana, from('203.0.113.1'));
  const both = deviceAfter(made, 'bo@example.com', from('203.0.113.1', first));
  expect(both.split('.')).toHaveLength(3);
  expect(both.split('.')[0]).toBe(first.split('.')[0]);
  expect(deviceAfter(made, ana, from('203.0.113.1', both)).split('.')).toHaveLength(3);
  const full = [first, ...Array(20).fill('0'.repeat(40))].join('.');
  expect(deviceAfter(made, ana, from('203.0.113.1', full)).split('.')).toHaveLength(9);
});

test('people see the devices that signed in and can forget one, which is then unknown', () => {
  const made = productInMemory(helpdesk);
  const device = deviceAfter(made, ana, from('203.0.113.1'));
  made.clock.advance(1000);
  deviceAfter(made, ana, from('203.0.113.2'));
  const person = { ...made.as('Ana'), origin: from('203.0.113.1', device) };
  const { devices } = ownAccount(made.product.world(person));
  expect(devices.map(({ own, seen }) => [own, seen])).toEqual([
    [false, '2026-01-05T09:00:01Z'],
    [true, '2026-01-05T09:00:00Z'],
  ]);
  expect(JSON.stringify(devices)).not.toContain(device.split('.')[0]);
  const forget = (who: Person) => made.product.perform(who, forgetDevice, { device: devices[1]?.id ?? '' });
  for (const other of [made.as('Bo'), nobody]) expect(said(forget(other))).toBe('NOT_FOUND');
  expect(forget(person).ok).toBe(true);
  expect(said(forget(person))).toBe('NOT_FOUND');
  times(6, () => guess(made, ana, 'wrong', '203.0.113.1'));
  expect(said(guess(made, ana, right, from('203.0.113.1', device)))).toBe('TOO_MANY_ATTEMPTS');
});

test('another spelling of the same email address is the same account', () => {
  const made = productInMemory(helpdesk);
  times(5, () => guess(made, 'Ana@Example.com', 'wrong', '192.0.2.1'));
  expect(said(guess(made, ana, right, '192.0.2.1'))).toBe('TOO_MANY_ATTEMPTS');
});

test('without throttling, nothing waits and nothing is counted', () => {
  const made = productInMemory(helpdesk);
  const origin = { network: '192.0.2.1', throttled: false };
  expect(new Set(times(30, () => guess(made, ana, 'wrong', origin)))).toEqual(new Set(['UNAUTHORIZED']));
  expect(said(guess(made, ana, right, '192.0.2.1'))).toBe('in');
});
