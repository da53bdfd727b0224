import { deniedBy, refusal } from '../change/refusals.ts';
import { signUpFields } from '../operations/sign-up.ts';
import { fieldInput } from '../screens/inputs.ts';
import type { PartReader } from './part-reader.ts';
import { noAccount } from './sign-in.ts';

/**
 * Reads the inputs of a sign-up: the fields for signing in, and required fields that the person may
 * set.
 */
export const readSignUp: PartReader<'sign-up'> = ({ world }) => {
  const account = world.index.model.account;
  const entity = account === null ? null : world.index.entity(account.entity.text);
  if (account === null || entity === null) return { kind: 'sign-up', inputs: [], refusal: noAccount(world) };
  const name = entity.name.text;
  if (!account.signUp) {
    const because = 'section 6 does not allow anyone to sign up';
    return { kind: 'sign-up', inputs: [], refusal: refusal(world.index, { error: 'FORBIDDEN', at: account.span, because }) };
  }
  const grant = world.access.grant(name, 'create');
  if (grant.kind === 'no') {
    return {
      kind: 'sign-up',
      inputs: [],
      refusal: deniedBy(world, grant),
    };
  }
  return {
    kind: 'sign-up',
    inputs: signUpFields(world, account, entity).map((field) => fieldInput(world, field, null, true)),
    refusal: null,
  };
};
