import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory } from '../../testing/product.ts';
import { scryptHasher, tokenHash } from './hasher.ts';
import { signIn } from './operations/sign-in.ts';
import { signOut } from './operations/sign-out.ts';
import { signUp } from './operations/sign-up.ts';
import { nobody } from './world.ts';

const helpdesk = readFileSync(new URL('../../specs/helpdesk.md', import.meta.url), 'utf8');
const conduit = readFileSync(new URL('../../specs/conduit.md', import.meta.url), 'utf8');
const day = 86_400_000;

test('a session begins, is kept as a hash only, and ends by itself', () => {
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

test('what one signs in with is asked for', () => {
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

test('rules see the password as it was given, and all that fails is reported', () => {
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

test('a unique rule names its error, at its field, also where the field is Unique as well', () => {
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

test('scrypt tells passwords apart', () => {
  const kept = scryptHasher.hash('correct-horse', new Uint8Array(16).fill(7));
  expect(kept).toMatch(/^scrypt\$32768\$(07){16}\$[\da-f]{64}$/);
  expect(scryptHasher.verify('correct-horse', kept)).toBe(true);
  expect(scryptHasher.verify('correct-horsf', kept)).toBe(false);
});
