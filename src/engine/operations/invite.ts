import type { Account } from '../../model/ast/roles.ts';
import { valuesOfRole } from '../account/accounts.ts';
import { mailTargets, throttleRefusal } from '../account/throttle.ts';
import { accessRefusal } from '../change/refusals.ts';
import { defineOperation, refuse } from '../operation.ts';
import type { World } from '../world/world.ts';
import { checkedAddress } from './mail-link.ts';

export interface InviteInput {
  readonly address: string;
  readonly role: string;
  readonly language?: string | undefined;
}

/**
 * The roles that the person may invite others to: their own, the roles that these include, and that
 * of “Sign up”, if an account with the role can be created. Empty: the person may not invite.
 */
export function invitedRoles(world: World): readonly string[] {
  const { account } = world.index.model;
  const own = world.person.account === null ? new Set<string>() : world.access.roles();
  if (account === null || !account.invite.some(({ text }) => own.has(text))) return [];
  const found = new Set<string>();
  const add = (role: string): void => {
    if (found.has(role)) return;
    found.add(role);
    for (const { text } of world.index.role(role)?.includes ?? []) add(text);
  };
  for (const role of own) add(role);
  if (account.signUpAs !== null) add(account.signUpAs.text);
  return [...found].filter((role) => isMade(world, role, account));
}

/**
 * Whether an account with the role can be created, because its Is compares only fields of the
 * account.
 */
const isMade = (world: World, role: string, { signUpAs }: Account): boolean =>
  role === signUpAs?.text || (world.index.role(role)?.of == null && valuesOfRole(world, role).size > 0);

export const invite = defineOperation<InviteInput, null>({
  name: 'invite',
  summary: 'Sends a link by email that creates an account with a role.',
  decide(world, { address, role, language }) {
    const { account } = world.index.model;
    if (account === null || !invitedRoles(world).includes(role)) {
      const because = `section 6 does not let the person invite people as ${role}`;
      return refuse(accessRefusal(world.index, world.person.account !== null, { at: account?.span ?? null, because }));
    }
    const checked = checkedAddress(world, address);
    if (typeof checked !== 'string') return checked;
    const counted = mailTargets(world, checked);
    const wait = throttleRefusal(world, counted);
    if (wait !== null) return refuse(wait);
    const link = { purpose: 'invite', address: checked, role, by: world.person.account ?? '', language } as const;
    return { changes: [], write: null, counted, mail: { to: checked, link }, result: null };
  },
});
