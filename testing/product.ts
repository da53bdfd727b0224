import { fixedPlatform } from '../src/base/platform.ts';
import { cheapHasher } from '../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../src/engine/change/seed.ts';
import { createProduct, type Product } from '../src/engine/product.ts';
import type { Person } from '../src/engine/world/world.ts';
import type { Model } from '../src/model/model.ts';
import { readModel } from '../src/model/read.ts';
import { createMemoryStore } from '../src/store/memory/memory-store.ts';
import type { Store } from '../src/store/store.ts';

export interface TestProduct {
  readonly product: Product;
  readonly clock: ReturnType<typeof fixedPlatform>;
  /** The id of an example record. */
  id(example: string): string;
  /** Acts as an example person. */
  as(example: string): Person;
}

/** The models of the texts that were read last: tests of a file often begin with the same one. */
const models = new Map<string, Model>();

function modelOf(text: string): Model {
  const model = models.get(text) ?? readModel(text);
  models.delete(text);
  models.set(text, model);
  for (const oldest of [...models.keys()].slice(0, -10)) models.delete(oldest);
  return model;
}

/** A document's product in memory, with a stopped clock and its examples loaded. */
export const productInMemory = (text: string): TestProduct => productOver(text, createMemoryStore);

/** Like `productInMemory`, over another store. */
export function productOver(text: string, storeOf: (model: Model) => Store): TestProduct {
  const model = modelOf(text);
  const clock = fixedPlatform();
  const product = createProduct({ model, store: storeOf(model), platform: clock, hasher: cheapHasher, placeholders: true });
  const leftOut = seedExamples(product);
  if (leftOut.length > 0) throw new Error(`examples could not be loaded: ${JSON.stringify(leftOut)}`);
  const id = (example: string): string => {
    const record = exampleRecords(product)[example];
    if (record === undefined) throw new Error(`there is no example ${example}`);
    return record.id;
  };
  return { product, clock, id, as: (example) => product.as(id(example)) };
}
