import type { Entity, Field } from '../../model/facts/entities.ts';
import { defineOperation, type Given, isRefused, refuse } from '../operation.ts';
import { fieldGrant, unreachable } from '../reach.ts';
import { denied, refusal } from '../refusals.ts';
import { mustWait } from '../throttle.ts';
import type { World } from '../world.ts';
import { isRight, targetsOf } from './sign-in.ts';
import { update } from './update.ts';

export interface ChangePasswordInput {
  readonly current: string;
  readonly next: string;
}

/** The field that keeps an account's password: the one that one signs in with. Null: there is none. */
export function passwordField(world: World): { readonly entity: Entity; readonly field: Field } | null {
  const { account } = world.facts.model;
  const entity = account === null ? null : world.facts.entity(account.entity.text);
  const fields = entity === null ? [] : (account?.signInWith ?? []).flatMap((name) => entity.byName.get(name.text) ?? []);
  const field = fields.find(({ type }) => type.kind === 'password');
  return entity === null || field === undefined ? null : { entity, field };
}

/** Does section 6 let the person change the password of their own account? */
export function mayChangePassword(world: World): boolean {
  const found = passwordField(world);
  const me = world.me();
  if (found === null || me === null) return false;
  return world.access.holds(fieldGrant(world, me.entity, 'update', found.field.name.text), me);
}

export const changePassword = defineOperation<ChangePasswordInput, { readonly entity: string; readonly id: string }>({
  name: 'change-password',
  summary: 'Changes the password of the person acting, who says the present one; ends all other sessions.',
  decide(world, { current, next }) {
    const { account } = world.facts.model;
    const found = passwordField(world);
    const me = world.me();
    if (account === null || found === null || me === null) {
      const because = me === null ? 'nobody is signed in' : 'section 6 says no password that one signs in with';
      return refuse(denied(world.facts, me !== null, { at: account?.span ?? null, because }));
    }
    const { entity, field } = found;
    const name = field.name.text;
    const grant = fieldGrant(world, entity.name.text, 'update', name);
    const refused = unreachable(world, entity.name.text, me, [{ operation: 'update', field: name, grant }], 'person');
    if (refused !== null) return refuse(refused);
    const about = targetsOf(world, account, entity, me);
    const wait = mustWait(world, about);
    if (wait !== null) return refuse(wait);
    if (!isRight(world, world.stored(entity.name.text, me.id) ?? undefined, name, current)) {
      const wrong = refusal(world.facts, {
        error: 'INVALID',
        entity: entity.name.text,
        field: 'current',
        at: field.span,
        message: 'This is not the present password.',
        own: { code: 'wrong-password', data: {} },
        because: 'who changes a password says the present one, and this is another',
      });
      return { refusals: [wrong], guess: about };
    }
    const values: Given = new Map([[name, next]]);
    const changed = update.decide(world, { entity: entity.name.text, id: me.id, values, authority: 'person' });
    return isRefused(changed) ? changed : { ...changed, proved: about };
  },
});
