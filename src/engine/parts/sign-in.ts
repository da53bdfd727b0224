import { refusal } from '../change/refusals.ts';
import { onlyOpenId, signInFields } from '../operations/sign-in.ts';
import { fieldInput } from '../screens/inputs.ts';
import type { World } from '../world/world.ts';
import type { PartReader } from './part-reader.ts';

export const readSignIn: PartReader<'sign-in'> = ({ world }) => {
  const account = world.index.model.account;
  const entity = account === null ? null : world.index.entity(account.entity.text);
  const asks = account !== null && entity !== null && !onlyOpenId(account, entity);
  const inputs = asks ? signInFields(account, entity).map((field) => fieldInput(world, field, null, true)) : [];
  return { kind: 'sign-in', inputs, refusal: account === null ? noAccount(world) : null };
};

export const noAccount = (world: World) =>
  refusal(world.index, {
    error: 'FORBIDDEN',
    own: () => ({ code: 'no-accounts', data: {}, message: 'Signing in isn’t possible: the document defines no accounts.' }),
    because: 'section 6 has no account table',
  });
