import { formatTimestamp, timestampFromMilliseconds } from '../../expression/values/time.ts';
import { mayChangePassword } from '../operations/change-password.ts';
import type { AccountData } from '../session.ts';
import type { World } from '../world/world.ts';
import { tokenHash } from './hasher.ts';

/**
 * What the acting person may see and change about their own account. Without ended sessions; the
 * current one comes first.
 */
export function ownAccount(world: World): AccountData {
  const { account, token } = world.person;
  const own = token === null ? null : tokenHash(token);
  const kept = account === null ? [] : world.store.sessions(account);
  const iso = (milliseconds: number): string => formatTimestamp(timestampFromMilliseconds(milliseconds));
  const sessions = kept
    .filter(({ expires }) => expires > world.milliseconds)
    .map(({ tokenHash: id, began, expires }) => ({ id, began: iso(began), expires: iso(expires), own: id === own }))
    .sort((a, b) => Number(b.own) - Number(a.own));
  return { password: mayChangePassword(world), sessions };
}
