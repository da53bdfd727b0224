import { own } from '../../base/own.ts';
import { systemPlatform } from '../../base/platform.ts';
import { cheapHasher } from '../../engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../engine/change/seed.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import { nobody } from '../../engine/world/world.ts';
import type { Model } from '../../model/model.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';

/**
 * A product in memory with the document's examples, for trying things out; `people` are the
 * examples that can act.
 */
export interface TryProduct {
  readonly product: Product;
  readonly people: readonly string[];
  close(): void;
}

export function openTryProduct(model: Model): TryProduct {
  const store = createMemoryStore(model);
  const product = createProduct({ model, store, platform: systemPlatform, hasher: cheapHasher, placeholders: true });
  seedExamples(product);
  const account = model.account?.entity.text ?? null;
  const people = Object.entries(exampleRecords(product)).flatMap(([name, record]) => (record.entity === account ? [name] : []));
  return { product, people, close: () => store.close() };
}

/** Returns the example as the person acting; null: signed out. */
export const personNamed = ({ product }: TryProduct, name: string | null) =>
  name === null ? nobody : product.as(own(exampleRecords(product), name)?.id ?? null);
