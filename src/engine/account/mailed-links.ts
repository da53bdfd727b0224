import { foldEmail } from '../../base/email.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { LinkOrder, LinkPurpose, MessageContent } from '../messages/mail-payload.ts';
import { accountsWith } from '../operations/sign-in.ts';
import type { World } from '../world/world.ts';
import { isConfirmed } from './confirmed-email.ts';
import { isSameText, tokenHash, urlSafeText } from './hasher.ts';

/*
 * Links that people get by mail. A request only writes a job: whether the address has an account is
 * looked up when the mail is sent, so the request takes the same steps for every address. The token
 * is created at that time too, and appears only in the mail: the store keeps its hash.
 */

/** What the store keeps of a mailed link. */
export interface KeptLink extends Omit<LinkOrder, 'told'> {
  /** For an invitation by a message: the record of the message. */
  readonly about?: MessageContent['about'] | undefined;
  /** The account that the link belongs to; null: it creates one. */
  readonly account: string | null;
  readonly hash: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
}

export type FoundLink = KeptLink & { readonly id: string };

const prefix = 'mailed-link ';
const hour = 3_600_000;

/** How many hours a link is valid. */
export const linkHours: Readonly<Record<LinkPurpose, number>> = { reset: 1, confirm: 24, 'sign-up': 24, invite: 7 * 24 };

/** The only account with an address; null: none, or several. */
export function accountAt(world: World, address: string): StoredRecord | null {
  const entity = world.index.entity(world.index.model.account?.entity.text ?? '');
  const field = entity?.fields.find(({ type }) => type.kind === 'email')?.name.text;
  if (entity === null || field === undefined) return null;
  const found = accountsWith(world, entity, new Map([[field, address]]));
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** `account`: the receiver's account. `taken`: an account has the address, so no link is mailed. */
export type LinkFor = { readonly account: StoredRecord | null; readonly taken: boolean };

/** The receiver of a link at this moment; null: none, and no mail is sent. */
export function receiverOf(world: World, { purpose, address }: LinkOrder): LinkFor | null {
  const account = accountAt(world, address);
  if (purpose === 'sign-up' || purpose === 'invite') return { account, taken: account !== null };
  if (account === null || (purpose === 'confirm' && isConfirmed(world.store, account.id, address))) return null;
  return { account, taken: false };
}

/** Creates the token of a link and stores its hash. Call it inside a transaction. */
export function mintLink(world: World, { told, ...order }: LinkOrder, account: string | null): string {
  const { store, milliseconds } = world;
  for (const [id, kept] of store.metaUnder(prefix))
    if ((JSON.parse(kept) as KeptLink).expires <= milliseconds) store.setMeta(`${prefix}${id}`, null);
  const id = world.newId();
  const secret = urlSafeText(world.randomBytes(43));
  const about = told?.about;
  const kept: KeptLink = { ...order, about, account, hash: tokenHash(secret), expires: milliseconds + linkHours[order.purpose] * hour };
  store.setMeta(`${prefix}${id}`, JSON.stringify(kept));
  return `${id}.${secret}`;
}

/** Maximum length of a valid token, in characters. */
const longest = 200;

/** The link of a token. Null: it was used, has expired, or never existed. */
export function findLink({ store, milliseconds }: Pick<World, 'store' | 'milliseconds'>, token: string): FoundLink | null {
  const [id = '', secret = '', more] = token.length > longest ? [] : token.split('.');
  const kept = id === '' || more !== undefined ? null : store.meta(`${prefix}${id}`);
  const link = kept === null ? null : (JSON.parse(kept) as KeptLink);
  return link !== null && isSameText(link.hash, tokenHash(secret)) && link.expires > milliseconds ? { ...link, id } : null;
}

/** Settings (Decision.settings) that end a link and all others with its purpose and address. */
export function endedLinks({ store }: Pick<World, 'store'>, { purpose, address }: Pick<KeptLink, 'purpose' | 'address'>): [string, null][] {
  return [...store.metaUnder(prefix)].flatMap(([id, kept]): [string, null][] => {
    const link = JSON.parse(kept) as KeptLink;
    return link.purpose === purpose && foldEmail(link.address) === foldEmail(address) ? [[`${prefix}${id}`, null]] : [];
  });
}

/** Deletes the links of a deleted account. Call it inside a transaction. */
export function forgetLinks({ store }: Pick<World, 'store'>, account: string): void {
  for (const [id, kept] of store.metaUnder(prefix)) {
    const link = JSON.parse(kept) as KeptLink;
    if (link.account === account || link.by === account) store.setMeta(`${prefix}${id}`, null);
  }
}
