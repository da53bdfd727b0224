import { notFound } from '../access/reach.ts';
import { tokenHash } from '../account/hasher.ts';
import { defineOperation, refuse } from '../operation.ts';
import { signedOut } from '../world/world.ts';

export interface EndSessionInput {
  /** The session's id in AccountData. */
  readonly session: string;
}

export const endSession = defineOperation<EndSessionInput, null>({
  name: 'end-session',
  summary: 'Ends one session of the signed-in person, for example on another device.',
  decide(world, { session }) {
    const { account, token } = world.person;
    const kept = account === null ? [] : world.store.sessions(account);
    // A session of another person is refused like a missing one.
    const found = kept.find((one) => one.tokenHash === session);
    if (found === undefined) return refuse(notFound(world, 'session'));
    const own = token !== null && tokenHash(token) === found.tokenHash;
    const person = own ? signedOut(world.person) : world.person;
    return { changes: [], write: null, session: { save: null, remove: [found.tokenHash], person }, result: null };
  },
});
