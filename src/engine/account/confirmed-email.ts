import type { Store } from '../../store/store.ts';

/*
 * An account's address is confirmed once its owner has proved that they receive mail there: by a
 * link mailed to it, or through a provider that confirms it. A changed address is unconfirmed.
 */

const keyOf = (account: string): string => `confirmed-email ${account}`;

export const isConfirmed = (store: Store, account: string, email: unknown): boolean =>
  typeof email === 'string' && store.meta(keyOf(account)) === email;

/** The setting that records the confirmation (Decision.settings). */
export const confirmedEmail = (account: string, email: string): readonly [string, string] => [keyOf(account), email];

/** The setting that removes it. */
export const forgottenEmail = (account: string): readonly [string, null] => [keyOf(account), null];
