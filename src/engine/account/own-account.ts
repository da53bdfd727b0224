import { formatTimestamp, timestampFromMilliseconds } from '../../expression/values/time.ts';
import type { StoredSession } from '../../store/store.ts';
import { mayChangePassword } from '../operations/change-password.ts';
import { invitedRoles } from '../operations/invite.ts';
import { hasSecondFactor } from '../operations/second-factor.ts';
import { ownKey } from '../operations/sign-in.ts';
import type { AccountData } from '../session.ts';
import type { World } from '../world/world.ts';
import { ownDevice, remembered } from './devices.ts';
import { tokenHash } from './hasher.ts';
import { secondFactor } from './second-factor.ts';

/** The acting person's sessions that have not expired. */
const liveSessions = ({ person: { account }, store, milliseconds }: World): readonly StoredSession[] =>
  account === null ? [] : store.sessions(account).filter(({ expires }) => expires > milliseconds);

/** Whether `ownAccount` has any content. Every page calls it, so it reads less. */
export const managesAccount = (world: World): boolean =>
  mayChangePassword(world) || hasSecondFactor(world) || liveSessions(world).length > 0 || invitedRoles(world).length > 0;

/** What the acting person may see and change in their own account; the current session first. */
export function ownAccount(world: World): AccountData {
  const { account, token } = world.person;
  const own = token === null ? null : tokenHash(token);
  const iso = (milliseconds: number): string => formatTimestamp(timestampFromMilliseconds(milliseconds));
  const sessions = liveSessions(world)
    .map(({ tokenHash: id, began, expires }) => ({ id, began: iso(began), expires: iso(expires), own: id === own }))
    .sort((a, b) => Number(b.own) - Number(a.own));
  const factor = account !== null && hasSecondFactor(world) ? secondFactor(world.store, account) : null;
  const key = ownKey(world);
  const here = ownDevice(world);
  return {
    password: mayChangePassword(world),
    invites: invitedRoles(world),
    secondFactor: hasSecondFactor(world) ? (factor?.on === true ? factor.recovery.length : 'off') : null,
    devices: key === null ? [] : remembered(world.store, key).map(({ id, seen }) => ({ id, seen: iso(seen), own: id === here })),
    sessions,
  };
}
