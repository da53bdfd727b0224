import { tokenHash } from '../hasher.ts';
import { defineOperation } from '../operation.ts';
import { nobody } from '../world.ts';

export const signOut = defineOperation<null, null>({
  name: 'sign-out',
  summary: 'Ends the session.',
  decide(world) {
    const { token } = world.person;
    return {
      changes: [],
      write: null,
      session: { save: null, remove: token === null ? null : tokenHash(token), person: nobody },
      result: null,
    };
  },
});
