import { createHmac } from 'node:crypto';
import { urlSafeText } from '../../engine/account/hasher.ts';
import type { DataChange } from '../../engine/data-change.ts';
import type { Product } from '../../engine/product.ts';

/** Under this setting the store keeps the key. */
const keySetting = 'change-names-key';

/** Names that are remembered with their opaque form; then all are forgotten. */
const mostRemembered = 20_000;

/**
 * What was read and what was written is told to pages under names that mean nothing to them: a page
 * can compare what it shows with what changed, and learns nothing of entities and records that it
 * does not show. All processes over one database have the same key.
 */
export class OpaqueNames {
  readonly #key: string;
  readonly #known = new Map<string, string>();

  constructor(key: string) {
    this.#key = key;
  }

  of(names: readonly string[] | null): readonly string[] | null {
    return names === null ? null : names.map((name) => this.#of(name));
  }

  change({ mark, wrote }: DataChange): DataChange {
    return { mark, wrote: this.of(wrote) };
  }

  #of(name: string): string {
    const known = this.#known.get(name);
    if (known !== undefined) return known;
    if (this.#known.size >= mostRemembered) this.#known.clear();
    // 72 bits: two names that were the same would cost a request, and tell nothing.
    const opaque = createHmac('sha256', this.#key).update(name).digest('base64url').slice(0, 12);
    this.#known.set(name, opaque);
    return opaque;
  }
}

/**
 * The key of this data; made by whichever process needs it first. Throws OnlyReads where this one
 * may not.
 */
export function opaqueKey({ store, platform }: Pick<Product, 'store' | 'platform'>): string {
  const kept = store.meta(keySetting);
  if (kept !== null) return kept;
  return store.transaction(() => {
    const other = store.meta(keySetting);
    if (other !== null) return other;
    const made = urlSafeText(platform.randomBytes(43));
    store.setMeta(keySetting, made);
    return made;
  });
}
