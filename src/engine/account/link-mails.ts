import { chooseLanguage, offeredLanguage } from '../languages/choose.ts';
import type { LinkOrder, MessageContent } from '../messages/mail-payload.ts';
import { mutedOf } from '../messages/muted.ts';
import { maySignUp } from '../operations/sign-up.ts';
import type { Product } from '../product.ts';
import { pathTo } from '../screens/addresses.ts';
import { readerLanguage } from '../screens/of-reader.ts';
import { labelOf } from '../world/labels.ts';
import { nobody } from '../world/world.ts';
import { linkMailWords } from './link-mail-words.ts';
import { mintLink, receiverOf } from './mailed-links.ts';

export interface LinkMailText {
  readonly subject: string;
  /** Markdown. */
  readonly text: string;
  /** The path below the product's address. */
  readonly path: string;
  /** Set for a message to an account, which its person can switch off. */
  readonly told?: { readonly account: string; readonly message: string };
}

/**
 * The URL parameter with the token of a mailed link. The product's own pages begin with `~`
 * (runtime/own-page).
 */
export const linkParameter = '~link';

/**
 * Composes the mail for a link, in the language of its reader; null: no mail is sent. Each call
 * creates a new token. `preview`: creates none, for people who may see the mail but not use its
 * link.
 */
export function linkMail(product: Product, order: LinkOrder, preview = false): LinkMailText | null {
  const world = product.world(nobody);
  const receiver = receiverOf(world, order);
  if (receiver === null) return null;
  const { account, taken } = receiver;
  if (order.told !== undefined) return toldMail(product, order, order.told, account?.id ?? null, preview);
  const person = account === null ? null : readerLanguage(product.world(product.as(account.id)));
  const readers = [person, order.language].filter((one) => one != null);
  const { model } = product;
  const { words } = chooseLanguage(offeredLanguage(model.languages, readers) ?? model.language, readers);
  const inviter = order.by === undefined ? null : world.record(model.account?.entity.text ?? '', order.by);
  const by = inviter === null ? model.name : labelOf(world.index, inviter);
  const kind = !taken ? order.purpose : order.purpose === 'invite' ? 'known' : 'taken';
  const [subject, text] = linkMailWords[words][kind](model.name, by);
  if (taken) return { subject, text, path: '/' };
  return { subject, text, path: minted(product, order, account?.id ?? null, preview) };
}

const minted = (product: Product, order: LinkOrder, account: string | null, preview: boolean): string => {
  const token = preview ? '…' : product.store.transaction(() => mintLink(product.world(nobody), order, account));
  return `/?${linkParameter}=${token}`;
};

/**
 * A person with an account is led to the record; without one, the link creates an account on the
 * way.
 */
function toldMail(
  product: Product,
  order: LinkOrder,
  { message, subject, text, about }: MessageContent,
  account: string | null,
  preview: boolean,
): LinkMailText | null {
  if (account === null) return { subject, text, path: maySignUp(product.model) ? minted(product, order, null, preview) : '/' };
  if (!preview && mutedOf(product.store, account).has(`${message} mail`)) return null;
  return { subject, text, path: pathTo(product.world(product.as(account)), about), told: { account, message } };
}
