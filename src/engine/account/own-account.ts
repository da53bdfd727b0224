import { formatTimestamp, timestampFromMilliseconds } from '../../expression/values/time.ts';
import { mayChangePassword } from '../operations/change-password.ts';
import { hasSecondFactor } from '../operations/second-factor.ts';
import type { AccountData } from '../session.ts';
import type { World } from '../world/world.ts';
import { tokenHash } from './hasher.ts';
import { secondFactor } from './second-factor.ts';

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
  const factor = account !== null && hasSecondFactor(world) ? secondFactor(world.store, account) : null;
  return {
    password: mayChangePassword(world),
    secondFactor: hasSecondFactor(world) ? (factor?.on === true ? factor.recovery.length : 'off') : null,
    sessions,
  };
}
