import { createHmac } from 'node:crypto';
import { urlSafeText } from '../../engine/account/hasher.ts';
import type { DataChange } from '../../engine/data-change.ts';
import type { Product } from '../../engine/product.ts';

/** The name of the setting that stores the key. */
const keySetting = 'change-names-key';

/** The size of the cache; a full cache is cleared. */
const mostRemembered = 20_000;

/**
 * Replaces the names of what was read and written by opaque ones before pages receive them. A page
 * can compare what it shows with what changed, and learns nothing about entities and records that
 * it does not show. All processes on one database share the key.
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
    // 72 bits. A collision would cost one unnecessary request and reveal nothing.
    const opaque = createHmac('sha256', this.#key).update(name).digest('base64url').slice(0, 12);
    this.#known.set(name, opaque);
    return opaque;
  }
}

/**
 * The key of this data; whichever process needs it first creates it. Throws ReadOnlyStore if the
 * key is missing and this process may not write.
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
