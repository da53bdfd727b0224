import type { Given } from '../operation.ts';
import { askSignUp } from '../operations/ask-sign-up.ts';
import type { SignedIn } from '../operations/sign-in.ts';
import { signUp } from '../operations/sign-up.ts';
import type { Run } from '../run.ts';
import { beginAccount } from './begin.ts';

/**
 * Signs up immediately, or by a mailed link if section 6 confirms addresses; null: the link is
 * mailed. An address that already has an account gets the same answer after the same work: the
 * sign-up is tried with a random address and rolled back, so nothing reveals the account.
 */
export function signUpOrAsk(run: Run, values: Given, language?: string): SignedIn | null {
  const { index } = run.world;
  if (index.model.account?.confirmEmail !== true) {
    const made = run.perform(signUp, { values });
    beginAccount(run, made.account);
    return made;
  }
  const entity = index.entity(index.model.account.entity.text);
  const field = entity?.fields.find(({ type }) => type.kind === 'email')?.name.text ?? '';
  const address = values.get(field);
  const at = typeof address === 'string' ? address.lastIndexOf('@') : -1;
  const standIn = typeof address === 'string' && at > 0 ? `${run.world.randomText(24)}${address.slice(at)}` : address;
  run.rehearse((trial) => beginAccount(trial, trial.perform(signUp, { values: new Map([...values, [field, standIn ?? null]]) }).account));
  run.perform(askSignUp, { values, language });
  return null;
}
