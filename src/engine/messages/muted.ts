import { type Message, type MessageWay, messageWays } from '../../model/ast/messages.ts';
import type { Store } from '../../store/store.ts';

/** The prefix of settings with what a person switched off, as `MESSAGE way`. */
const prefix = 'muted:';
const key = (account: string): string => `${prefix}${account}`;

export function mutedOf(store: Pick<Store, 'meta'>, account: string): ReadonlySet<string> {
  const kept = store.meta(key(account));
  return new Set(kept === null ? [] : (JSON.parse(kept) as readonly string[]));
}

const mark = (message: string, way: MessageWay): string => `${message} ${way}`;

/**
 * Returns a function from an account to the ways in which it wants the message; reads the settings
 * once for all accounts.
 */
export function enabledChannels(store: Pick<Store, 'metaUnder'>, message: Message): (account: string) => readonly MessageWay[] {
  const all = store.metaUnder(prefix);
  return (account) => {
    const kept = all.get(account);
    const muted = kept === undefined ? [] : (JSON.parse(kept) as readonly string[]);
    return message.by.filter((way) => !muted.includes(mark(message.name.text, way)));
  };
}

/** Turns one way of a message off or on, or of all messages with null. */
export function mute(
  store: Pick<Store, 'meta' | 'setMeta'>,
  messages: readonly Message[],
  account: string,
  { message, way, off }: { readonly message: string | null; readonly way: MessageWay; readonly off: boolean },
): void {
  const muted = new Set(mutedOf(store, account));
  // Only names in the document, so a caller cannot fill the store.
  for (const { name, by } of messages) {
    if ((message !== null && name.text !== message) || !by.includes(way)) continue;
    if (off) muted.add(mark(name.text, way));
    else muted.delete(mark(name.text, way));
  }
  const known = new Set(messages.flatMap(({ name }) => messageWays.map((one) => mark(name.text, one))));
  const kept = [...muted].filter((one) => known.has(one));
  store.setMeta(key(account), kept.length === 0 ? null : JSON.stringify(kept));
}

/** Deletes an account's messages and settings, once the account is deleted. */
export function forgetMessages(store: Pick<Store, 'setMeta' | 'inbox'>, account: string): void {
  store.setMeta(key(account), null);
  store.inbox.forget(account);
}
