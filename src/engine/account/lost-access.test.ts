import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { runCommand } from '../commands.ts';
import { nobody } from '../world/world.ts';
import { helpAccount } from './lost-access.ts';
import { codeAt, secondFactor } from './second-factor.ts';

const helpdesk = readFileSync(new URL('../../../testing/documents/helpdesk.md', import.meta.url), 'utf8').replace(
  '| Session | `SESSION_LENGTH` |',
  '| Second factor | optional |\n| Session | `SESSION_LENGTH` |',
);
const email = 'ana@example.com';
const password = 'correct-horse';

test("an operator turns off an account's second factor and ends its sessions, and the trail records it", () => {
  const made = productInMemory(helpdesk);
  const { product } = made;
  const enter = () => runCommand(product, nobody, { kind: 'sign-in', values: { email, password } });
  const { person } = enter();
  const begun = runCommand(product, person, { kind: 'second-factor', step: 'begin', currentPassword: password });
  const secret = begun.ok && begun.value.secondFactor?.kind === 'secret' ? begun.value.secondFactor.secret : '';
  runCommand(product, person, { kind: 'second-factor', step: 'confirm', code: codeAt(secret, Math.floor(made.clock.now() / 30_000)) });
  expect(enter().ok).toBe(false);
  expect(helpAccount(product, 'nobody@example.com', 'second-factor-off')).toBe('none');
  expect(helpAccount(product, 'ANA@example.com', 'second-factor-off')).toBe('done');
  expect(helpAccount(product, email, 'second-factor-off')).toBe('nothing');
  expect(secondFactor(product.store, made.id('Ana'))).toBeNull();
  expect(enter().ok).toBe(true);
  expect(helpAccount(product, email, 'sign-out')).toBe('done');
  expect(product.personOf(person.token).account).toBeNull();
  const lines = product.store.trail('User', made.id('Ana'), 9).map(({ operation, by }) => [operation, by]);
  expect(lines).toContainEqual(['second factor turned off', null]);
  expect(lines).toContainEqual(['signed out everywhere', null]);
});
