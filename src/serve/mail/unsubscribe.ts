import { createHmac, timingSafeEqual } from 'node:crypto';
import { urlSafeText } from '../../engine/account/hasher.ts';
import { mute } from '../../engine/messages/muted.ts';
import type { Product } from '../../engine/product.ts';

const keySetting = 'unsubscribe-key';

/**
 * The key that signs unsubscribe links. The first process that sends a mail creates it; all
 * processes on one database share it.
 */
export function unsubscribeKey({ store, platform }: Pick<Product, 'store' | 'platform'>): string {
  const made = urlSafeText(platform.randomBytes(43));
  return store.transaction(() => {
    const kept = store.meta(keySetting);
    if (kept === null) store.setMeta(keySetting, made);
    return kept ?? made;
  });
}

/**
 * The token of an unsubscribe link: names an account and a message, signed. It allows nothing but
 * switching off these mails, and requires no sign-in.
 */
export function unsubscribeToken(key: string, account: string, message: string): string {
  const what = Buffer.from(JSON.stringify([account, message])).toString('base64url');
  return `${what}.${createHmac('sha256', key).update(what).digest('base64url')}`;
}

/** Null if this product did not sign the token. */
function readToken(key: string, token: string): readonly [account: string, message: string] | null {
  const [what = '', mark = '', more] = token.split('.');
  const expected = createHmac('sha256', key).update(what).digest();
  const given = Buffer.from(mark, 'base64url');
  if (more !== undefined || given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  return JSON.parse(Buffer.from(what, 'base64url').toString()) as [string, string];
}

/** Switches off the mails that the link is for; false if this product did not make the link. */
export function unsubscribe(product: Product, token: string): boolean {
  const { store, model } = product;
  return store.transaction(() => {
    const kept = store.meta(keySetting);
    const read = kept === null ? null : readToken(kept, token);
    if (read === null) return false;
    mute(store, model.messages, read[0], { message: read[1], way: 'mail', off: true });
    return true;
  });
}
