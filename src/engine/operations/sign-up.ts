import type { Entity, Field } from '../../model/ast/entities.ts';
import type { Account } from '../../model/ast/roles.ts';
import type { RunModel } from '../../model/run-model.ts';
import { newSession, sessionStart, valuesOfRole } from '../account/accounts.ts';
import { networkTargets, throttleRefusal } from '../account/throttle.ts';
import { coerce } from '../change/coerce.ts';
import { refusal } from '../change/refusals.ts';
import { requiredRefusal } from '../change/values.ts';
import { defineOperation, type Given, isRefused, refuse } from '../operation.ts';
import type { World } from '../world/world.ts';
import { create, isRequired } from './create.ts';
import { accountKeyOf, type SignedIn, signInFields } from './sign-in.ts';

/** The fields that a sign-up asks for. Invited people need no permission to set them. */
export function signUpFields(world: World, account: Account, entity: Entity, invited = false): readonly Field[] {
  const name = entity.name.text;
  return entity.fields.filter((field) => {
    if (!field.settable || world.index.roleFields.has(`${name}.${field.name.text}`)) return false;
    if (!invited && world.access.grant(name, 'create', field.name.text)?.kind === 'no') return false;
    return account.signInWith.some((one) => one.text === field.name.text) || (isRequired(field) && field.default === null);
  });
}

/** Whether people may create their own account with a password. */
export function maySignUp({ account, entities }: RunModel): boolean {
  const entity = account?.signUp === true ? entities.find(({ name }) => name.text === account.entity.text) : undefined;
  return account !== null && entity !== undefined && signInFields(account, entity).some(({ type }) => type.kind === 'password');
}

export interface SignUpInput {
  readonly values: Given;
}

export const signUp = defineOperation<SignUpInput, SignedIn>({
  name: 'sign-up',
  summary: 'Creates an account with the sign-up role of section 6 and starts its session.',
  decide(world, { values }) {
    const account = world.index.model.account;
    if (account === null || !account.signUp) {
      return refuse(
        refusal(world.index, { error: 'FORBIDDEN', at: account?.span ?? null, because: 'section 6 does not allow anyone to sign up' }),
      );
    }
    // A taken name reveals an account, so trying many names is throttled like guessing passwords.
    const about = networkTargets(world);
    const wait = throttleRefusal(world, about);
    if (wait !== null) return refuse(wait);
    const fixed = account.signUpAs === null ? new Map() : valuesOfRole(world, account.signUpAs.text);
    const made = create.decide(world, { entity: account.entity.text, values, authority: 'person', fixed });
    if (isRefused(made)) return made;
    const entity = world.index.entity(account.entity.text);
    const fields = entity === null ? [] : signInFields(account, entity);
    const unsaid = fields.filter(({ name, type, valueType }) => coerce(world, type, valueType, values.get(name.text) ?? null) === null);
    if (unsaid.length > 0) return { refusals: unsaid.map((field) => requiredRefusal(world, field)) };
    const key = entity === null ? '' : accountKeyOf(world, account, entity, (name) => values.get(name) ?? null);
    const { token, kept } = newSession(world, account, made.result.id);
    return {
      ...made,
      ...sessionStart(world, key, kept, { account: made.result.id, token }),
      guess: about,
      result: { token, account: made.result.id },
    };
  },
});
