import { fieldGrant, unreachable } from '../access/reach.ts';
import { confirmPassword, passwordField } from '../account/current-password.ts';
import { accessRefusal } from '../change/refusals.ts';
import type { Given } from '../operation.ts';
import { defineOperation, isRefused, refuse } from '../operation.ts';
import type { World } from '../world/world.ts';
import { update } from './update.ts';

export interface ChangePasswordInput {
  readonly current: string;
  readonly next: string;
}

/** Whether section 6 lets the person change the password of their own account. */
export function mayChangePassword(world: World): boolean {
  const found = passwordField(world);
  const me = world.me();
  if (found === null || me === null) return false;
  return world.access.isGranted(fieldGrant(world, me.entity, 'update', found.field.name.text), me);
}

export const changePassword = defineOperation<ChangePasswordInput, { readonly entity: string; readonly id: string }>({
  name: 'change-password',
  summary: 'Changes the password of the signed-in person after checking the current one, and ends all other sessions.',
  decide(world, { current, next }) {
    const found = passwordField(world);
    const me = world.me();
    if (found === null || me === null) {
      const because = me === null ? 'the person is signed out' : 'section 6 says no password that one signs in with';
      return refuse(accessRefusal(world.index, me !== null, { at: world.index.model.account?.span ?? null, because }));
    }
    const entity = found.entity.name.text;
    const field = found.field.name.text;
    const grant = fieldGrant(world, entity, 'update', field);
    const refused = unreachable(world, entity, me, [{ operation: 'update', field, grant }], 'person');
    if (refused !== null) return refuse(refused);
    const confirmed = confirmPassword(world, current);
    if (isRefused(confirmed)) return confirmed;
    const values: Given = new Map([[field, next]]);
    const changed = update.decide(world, { entity, id: me.id, values, authority: 'person', unconfirmed: true });
    return isRefused(changed) ? changed : { ...changed, ...confirmed };
  },
});
