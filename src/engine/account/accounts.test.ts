import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../../testing/product.ts';
import { changePassword } from '../operations/change-password.ts';
import { endSession } from '../operations/end-session.ts';
import { signIn } from '../operations/sign-in.ts';
import { signOut } from '../operations/sign-out.ts';
import { signUp } from '../operations/sign-up.ts';
import { createProduct } from '../product.ts';
import { nobody, type Person } from '../world/world.ts';
import { scryptHasher, tokenHash } from './hasher.ts';
import { ownAccount } from './own-account.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
const conduit = readFileSync(new URL('../../../testing/documents/conduit.md', import.meta.url), 'utf8');
const day = 86_400_000;

test('a session begins, is stored as a hash only, and expires', () => {
  const { product, clock, id } = productInMemory(helpdesk);
  const values = new Map([
    ['email', 'ana@example.com'],
    ['password', 'correct-horse'],
  ]);
  const outcome = product.perform(nobody, signIn, { values });
  if (!outcome.ok) throw new Error('refused');
  const { token } = outcome.value;
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(product.store.session(token)).toBeNull();
  expect(product.store.session(tokenHash(token))?.account).toBe(id('Ana'));
  expect(product.personOf(token).account).toBe(id('Ana'));
  expect(product.personOf('another').account).toBeNull();
  clock.advance(30 * day - 1);
  expect(product.personOf(token).account).toBe(id('Ana'));
  clock.advance(1);
  expect(product.personOf(token)).toEqual(nobody);
});

test.each([
  ['ana@example.com', 'wrong'],
  ['nobody@example.com', 'correct-horse'],
])('wrong values are refused alike: %s', (email, password) => {
  const { product } = productInMemory(helpdesk);
  const outcome = product.perform(nobody, signIn, {
    values: new Map([
      ['email', email],
      ['password', password],
    ]),
  });
  expect(outcome).toMatchObject({ ok: false, refusals: [{ error: 'UNAUTHORIZED', status: 401, message: 'Please sign in.' }] });
});

test('the fields for signing in are required', () => {
  const { product } = productInMemory(helpdesk);
  expect(product.perform(nobody, signIn, { values: new Map() })).toMatchObject({
    refusals: [
      { error: 'INVALID', field: 'email', message: 'Email is required.' },
      { error: 'INVALID', field: 'password' },
    ],
  });
});

test('signing out ends the session', () => {
  const { product, id } = productInMemory(helpdesk);
  const values = new Map([
    ['email', 'ana@example.com'],
    ['password', 'correct-horse'],
  ]);
  const outcome = product.perform(nobody, signIn, { values });
  if (!outcome.ok) throw new Error('refused');
  product.perform({ account: id('Ana'), token: outcome.value.token }, signOut, { everywhere: false });
  expect(product.personOf(outcome.value.token)).toEqual(nobody);
});

test('rules see the plain password, and all failures are reported', () => {
  const { product } = productInMemory(helpdesk);
  const outcome = product.perform(nobody, signUp, {
    values: new Map([
      ['name', 'Eve'],
      ['email', 'ana@example.com'],
      ['password', 'short'],
    ]),
  });
  expect(outcome).toMatchObject({
    ok: false,
    refusals: [
      { error: 'CONFLICT', field: 'email', message: 'Email is already taken.' },
      {
        error: 'PASSWORD_SHORT',
        field: 'password',
        message: 'A password has at least 10 characters.',
        shown: { kind: 'at', field: 'password' },
      },
    ],
  });
});

test('a unique rule names its error at its field, even if the field is also Unique', () => {
  const { product } = productInMemory(conduit);
  const outcome = product.perform(nobody, signUp, {
    values: new Map([
      ['username', 'jake'],
      ['email', 'jake@example.com'],
      ['password', 'jakejake'],
    ]),
  });
  expect(outcome).toMatchObject({
    refusals: [
      { error: 'TAKEN', status: 409, field: 'username', message: 'has already been taken' },
      { error: 'TAKEN', field: 'email' },
    ],
  });
});

test('scrypt distinguishes passwords', () => {
  const kept = scryptHasher.hash('correct-horse', new Uint8Array(16).fill(7));
  expect(kept).toMatch(/^scrypt\$32768\$(07){16}\$[\da-f]{64}$/);
  expect(scryptHasher.verify('correct-horse', kept)).toBe(true);
  expect(scryptHasher.verify('correct-horsf', kept)).toBe(false);
});

const session = (made: TestProduct, email: string, password = 'correct-horse'): Person => {
  const values = new Map([
    ['email', email],
    ['password', password],
  ]);
  const outcome = made.product.perform(nobody, signIn, { values });
  if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome.refusals)}`);
  return made.product.personOf(outcome.value.token);
};

test('changing the password needs the current one; it ends all other sessions', () => {
  const made = productInMemory(helpdesk);
  const { product } = made;
  const [here, there, other] = [session(made, 'ana@example.com'), session(made, 'ana@example.com'), session(made, 'bo@example.com')];
  expect(product.perform(here, changePassword, { current: 'correct-horse', next: 'battery-staple' }).ok).toBe(true);
  expect(product.personOf(here.token).account).toBe(made.id('Ana'));
  expect(product.personOf(there.token)).toEqual(nobody);
  expect(product.personOf(other.token).account).toBe(made.id('Bo'));
  expect(() => session(made, 'ana@example.com')).toThrow('UNAUTHORIZED');
  expect(session(made, 'ana@example.com', 'battery-staple').account).toBe(made.id('Ana'));
});

test('a wrong current password changes nothing and counts as a guess', () => {
  const made = productInMemory(helpdesk);
  const { product } = made;
  const person = session(made, 'ana@example.com');
  const change = (current: string) => product.perform(person, changePassword, { current, next: 'battery-staple' });
  for (let count = 0; count < 5; count++) {
    expect(change('wrong')).toMatchObject({
      refusals: [
        {
          error: 'INVALID',
          field: 'currentPassword',
          message: 'This is not your current password.',
          shown: { kind: 'at', field: 'currentPassword' },
        },
      ],
    });
  }
  expect(change('correct-horse')).toMatchObject({ refusals: [{ error: 'TOO_MANY_ATTEMPTS' }] });
  made.clock.advance(60_000);
  expect(session(made, 'ana@example.com').account).toBe(made.id('Ana'));
});

test("the document's rules apply to a new password, and section 6 says who may change it", () => {
  const made = productInMemory(helpdesk);
  const person = session(made, 'ana@example.com');
  expect(made.product.perform(person, changePassword, { current: 'correct-horse', next: 'short' })).toMatchObject({
    refusals: [{ error: 'PASSWORD_SHORT', field: 'password' }],
  });
  expect(made.product.perform(nobody, changePassword, { current: 'correct-horse', next: 'battery-staple' })).toMatchObject({
    refusals: [{ error: 'UNAUTHORIZED' }],
  });
  const strict = productInMemory(
    helpdesk.replace('| User.role: update |', '| User.password: update | no | no | no | no |\n| User.role: update |'),
  );
  const ana = session(strict, 'ana@example.com');
  expect(strict.product.perform(ana, changePassword, { current: 'correct-horse', next: 'battery-staple' })).toMatchObject({
    refusals: [{ error: 'FORBIDDEN' }],
  });
  expect(ownAccount(strict.product.world(ana)).password).toBe(false);
});

test('people see and end only their own sessions', () => {
  const made = productInMemory(helpdesk);
  const { product } = made;
  const here = session(made, 'ana@example.com');
  made.clock.advance(1000);
  const there = session(made, 'ana@example.com');
  const other = session(made, 'bo@example.com');
  const { sessions } = ownAccount(product.world(here));
  expect(sessions.map(({ own, began }) => [own, began])).toEqual([
    [true, '2026-01-05T09:00:00Z'],
    [false, '2026-01-05T09:00:01Z'],
  ]);
  const [bos] = ownAccount(product.world(other)).sessions;
  expect(product.perform(here, endSession, { session: bos?.id ?? '' })).toMatchObject({ refusals: [{ error: 'NOT_FOUND' }] });
  expect(product.perform(here, endSession, { session: sessions[1]?.id ?? '' }).ok).toBe(true);
  expect(product.personOf(there.token)).toEqual(nobody);
  expect(product.personOf(other.token).account).toBe(made.id('Bo'));
  const again = session(made, 'ana@example.com');
  expect(product.perform(again, signOut, { everywhere: true }).ok).toBe(true);
  expect([here, again].map(({ token }) => product.personOf(token))).toEqual([nobody, nobody]);
});

test("an example's password has a cheap hash until its first use; no other password has", () => {
  const made = productInMemory(helpdesk);
  const { store } = made.product;
  const kept = () => String(store.record('User', made.id('Ana'))?.['password']);
  expect(kept()).toMatch(/^example\$/);
  const slow = createProduct({ model: made.product.model, store, platform: made.clock, hasher: scryptHasher });
  const values = new Map([
    ['email', 'ana@example.com'],
    ['password', 'correct-horse'],
  ]);
  expect(slow.perform(nobody, signIn, { values }).ok).toBe(true);
  expect(kept()).toMatch(/^scrypt\$32768\$/);
  expect(slow.perform(nobody, signIn, { values }).ok).toBe(true);
  expect(scryptHasher.isWeak('scrypt$16384$00$00')).toBe(true);
});

test('an email address ignores case at sign-in and sign-up, and is stored as typed', () => {
  const made = productInMemory(helpdesk);
  expect(session(made, 'ANA@Example.com').account).toBe(made.id('Ana'));
  const up = (email: string) => {
    const values = new Map([
      ['name', 'Eve'],
      ['email', email],
      ['password', 'a-long-password'],
    ]);
    return made.product.perform(nobody, signUp, { values });
  };
  expect(up('Ana@example.com')).toMatchObject({ refusals: [{ error: 'CONFLICT', field: 'email' }] });
  const eve = up('Eve@Example.com');
  if (!eve.ok) throw new Error('refused');
  expect(made.product.store.record('User', eve.value.account)).toMatchObject({ email: 'Eve@Example.com' });
  expect(session(made, 'eve@example.com', 'a-long-password').account).toBe(eve.value.account);
});

test('among older accounts that differ only in case, the exact spelling decides', () => {
  const made = productInMemory(helpdesk.replace('| email | email | yes | yes |', '| email | email | yes | |'));
  made.product.store.transaction(() =>
    made.product.store.apply({ kind: 'update', entity: 'User', id: made.id('Bo'), values: { email: 'Ana@example.com' } }),
  );
  expect(session(made, 'ana@example.com').account).toBe(made.id('Ana'));
  expect(session(made, 'Ana@example.com').account).toBe(made.id('Bo'));
  expect(() => session(made, 'ANA@example.com')).toThrow('UNAUTHORIZED');
});
