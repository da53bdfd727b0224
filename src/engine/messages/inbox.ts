import { type MessageWay, messageWays } from '../../model/ast/messages.ts';
import type { Address } from '../record-data.ts';
import { addressOf } from '../screens/addresses.ts';
import type { World } from '../world/world.ts';
import { mutedOf } from './muted.ts';

/** A page of the person's own messages, newest first. */
export interface InboxData {
  readonly entries: readonly InboxEntryData[];
  /** Whether there are older messages. */
  readonly more: boolean;
  /** The messages of the document, with the ways of delivery and which of them are off. */
  readonly kinds: readonly { readonly message: string; readonly ways: readonly { readonly way: MessageWay; readonly off: boolean }[] }[];
}

export interface InboxEntryData {
  readonly id: string;
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** ISO 8601. */
  readonly at: string;
  readonly read: boolean;
  /** The record's screen; null: the person may open none. */
  readonly address: Address | null;
}

const mostEntries = 30;
/** More are shown as 99+. */
export const mostUnread = 100;

/** Whether the document has messages in the product. */
export const hasInbox = (world: World): boolean => world.index.model.messages.some(({ by }) => by.includes('app'));

/** The messages of the acting person only. `before`: the id of the entry that the page follows. */
export function inboxOf(world: World, before?: string): InboxData {
  const { store, index, person } = world;
  const { account } = person;
  if (account === null) return { entries: [], more: false, kinds: [] };
  const found = store.inbox.of(account, mostEntries + 1, before);
  const muted = mutedOf(store, account);
  return {
    entries: found.slice(0, mostEntries).map(({ id, subject, text, at, read, entity, record }) => {
      const about = index.entity(entity) === null ? null : world.record(entity, record, 'person');
      return {
        id,
        subject,
        text,
        at: new Date(at).toISOString(),
        read,
        address: about === null || !world.access.mayRead(about) ? null : addressOf(world, about),
      };
    }),
    more: found.length > mostEntries,
    kinds: index.model.messages.map(({ name, by }) => ({
      message: name.text,
      ways: messageWays.flatMap((way) => (by.includes(way) ? [{ way, off: muted.has(`${name.text} ${way}`) }] : [])),
    })),
  };
}
