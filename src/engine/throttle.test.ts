import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory, type TestProduct } from '../../testing/product.ts';
import { cheapHasher } from './hasher.ts';
import { signIn } from './operations/sign-in.ts';
import { signUp } from './operations/sign-up.ts';
import type { Outcome } from './outcome.ts';
import { createProduct } from './product.ts';
import { nobody } from './world.ts';

const helpdesk = readFileSync(new URL('../../specs/helpdesk.md', import.meta.url), 'utf8');

const guess = ({ product }: Pick<TestProduct, 'product'>, email: string, password: string, origin: string | null = null): Outcome =>
  product.perform(product.personOf(null, origin), signIn, {
    values: new Map([
      ['email', email],
      ['password', password],
    ]),
  });
const said = (outcome: Outcome): string => (outcome.ok ? 'in' : (outcome.refusals[0]?.error ?? ''));
const times = (count: number, once: () => Outcome): string[] => Array.from({ length: count }, () => said(once()));

test.each(['ana@example.com', 'nobody@example.com'])('after five wrong passwords each guess waits, also the right one: %s', (email) => {
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

test('who was right starts anew, and other accounts are not held up', () => {
  const made = productInMemory(helpdesk);
  times(4, () => guess(made, 'ana@example.com', 'wrong'));
  expect(said(guess(made, 'ana@example.com', 'correct-horse'))).toBe('in');
  expect(times(5, () => guess(made, 'ana@example.com', 'wrong'))).toEqual(Array(5).fill('UNAUTHORIZED'));
  expect(said(guess(made, 'ana@example.com', 'correct-horse'))).toBe('TOO_MANY_ATTEMPTS');
  expect(said(guess(made, 'bo@example.com', 'correct-horse'))).toBe('in');
});

test('one address that tries many accounts waits; an account of its own does not wipe that out', () => {
  const made = productInMemory(helpdesk);
  for (let count = 0; count < 19; count++) guess(made, `somebody${count}@example.com`, 'wrong', '192.0.2.1');
  expect(said(guess(made, 'ana@example.com', 'correct-horse', '192.0.2.1'))).toBe('in');
  expect(said(guess(made, 'somebody20@example.com', 'wrong', '192.0.2.1'))).toBe('UNAUTHORIZED');
  expect(said(guess(made, 'ana@example.com', 'correct-horse', '192.0.2.1'))).toBe('TOO_MANY_ATTEMPTS');
  expect(said(guess(made, 'ana@example.com', 'correct-horse', '192.0.2.2'))).toBe('in');
});

test('sign-ups that are refused count for their address: they say which accounts there are', () => {
  const made = productInMemory(helpdesk);
  const values = new Map([
    ['name', 'Eve'],
    ['email', 'ana@example.com'],
    ['password', 'long-enough-for-all'],
  ]);
  const person = { ...nobody, origin: '192.0.2.1' };
  const tries = times(21, () => made.product.perform(person, signUp, { values }));
  expect(new Set(tries.slice(0, 20))).toEqual(new Set(['CONFLICT']));
  expect(tries[20]).toBe('TOO_MANY_ATTEMPTS');
});

test('the counts are in the store: another process on the same data goes on from them', () => {
  const made = productInMemory(helpdesk);
  times(5, () => guess(made, 'ana@example.com', 'wrong'));
  const { store, model } = made.product;
  const other = createProduct({ model, store, platform: made.clock, hasher: cheapHasher });
  expect(said(guess({ product: other }, 'ana@example.com', 'correct-horse'))).toBe('TOO_MANY_ATTEMPTS');
});

test('a clock that is set back keeps nobody waiting', () => {
  const made = productInMemory(helpdesk);
  made.clock.advance(86_400_000);
  times(5, () => guess(made, 'ana@example.com', 'wrong'));
  made.clock.advance(-86_400_000);
  expect(said(guess(made, 'ana@example.com', 'correct-horse'))).toBe('in');
});
