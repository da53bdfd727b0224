import { tokenHash } from '../account/hasher.ts';
import { defineOperation } from '../operation.ts';
import { signedOut } from '../world/world.ts';

export interface SignOutInput {
  /** Whether to end all other sessions of the account too. */
  readonly everywhere: boolean;
}

export const signOut = defineOperation<SignOutInput, null>({
  name: 'sign-out',
  summary: 'Ends the session, or all sessions of the account.',
  decide(world, { everywhere }) {
    const { token, account } = world.person;
    const own = token === null ? [] : [tokenHash(token)];
    const all = account === null ? [] : world.store.sessions(account).map((session) => session.tokenHash);
    return {
      changes: [],
      write: null,
      session: { save: null, remove: everywhere ? [...own, ...all] : own, person: signedOut(world.person) },
      result: null,
    };
  },
});
