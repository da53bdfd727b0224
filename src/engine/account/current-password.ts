import { own } from '../../base/own.ts';
import type { Value } from '../../expression/values/value.ts';
import type { Entity, Field } from '../../model/ast/entities.ts';
import { currentPasswordName } from '../../model/own-words.ts';
import { accessRefusal, refusal } from '../change/refusals.ts';
import { type Given, type Refusals, refuse } from '../operation.ts';
import { isPasswordCorrect, signInFields, targetsOf } from '../operations/sign-in.ts';
import type { World } from '../world/world.ts';
import type { Target } from './target.ts';
import { throttleRefusal } from './throttle.ts';

/** The password field that people sign in with. Null: none. */
export function passwordField(world: World): { readonly entity: Entity; readonly field: Field } | null {
  const { account } = world.index.model;
  const entity = account === null ? null : world.index.entity(account.entity.text);
  if (account === null || entity === null) return null;
  const field = signInFields(account, entity).find(({ type }) => type.kind === 'password');
  return field === undefined ? null : { entity, field };
}

/**
 * Whether an update changes the credentials of an account, so the person must give their current
 * password. A person without a session (in the workbench or a scenario) needs none, because they
 * signed in without one.
 */
export function changesSignIn(world: World, entity: string, id: string, given: Given): boolean {
  const found = world.person.token === null ? null : passwordField(world);
  const { account } = world.index.model;
  if (account === null || found === null || found.entity.name.text !== entity) return false;
  const stored = world.stored(entity, id);
  return signInFields(account, found.entity).some(({ name, type }) => {
    const value = given.get(name.text);
    return value !== undefined && (type.kind === 'password' || value !== (own(stored, name.text) ?? null));
  });
}

/**
 * Checks the acting person's password. A wrong one counts as a guess and is throttled like those at
 * sign-in.
 */
export function confirmPassword(world: World, given: Value): Refusals | { readonly proved: readonly Target[] } {
  const { account } = world.index.model;
  const found = passwordField(world);
  const me = world.me();
  if (account === null || found === null || me === null)
    return refuse(accessRefusal(world.index, false, { because: 'the session is signed out, so there is no password to check' }));
  const { entity, field } = found;
  const wrong = (message: string, code: 'password-required' | 'wrong-password', because: string) => ({
    ...refusal(world.index, {
      error: 'INVALID',
      entity: entity.name.text,
      field: currentPasswordName,
      at: field.span,
      own: () => ({ code, data: {}, message }),
      because,
    }),
    asks: 'current-password' as const,
  });
  if (given === null || given === '') {
    const because = 'changing what an account is signed in with needs the current password of the person acting';
    return refuse(wrong('Current password is required.', 'password-required', because));
  }
  const about = targetsOf(world, account, entity, me);
  const wait = throttleRefusal(world, about);
  if (wait !== null) return refuse(wait);
  if (isPasswordCorrect(world, world.stored(entity.name.text, me.id) ?? undefined, field.name.text, given)) return { proved: about };
  return { refusals: [wrong('This is not your current password.', 'wrong-password', 'the password given is another one')], guess: about };
}
