import type { Field } from '../../model/ast/entities.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { signInFields } from '../operations/sign-in.ts';

/**
 * The fields that accounts sign in with; none for other entities. A sign-in refuses an empty value,
 * so an account that had one could never sign in.
 */
export function fieldsToSignIn(index: ModelIndex, entity: string): readonly Field[] {
  const { account } = index.model;
  const found = account?.entity.text === entity ? index.entity(entity) : null;
  return account === null || found === null ? [] : signInFields(account, found);
}
