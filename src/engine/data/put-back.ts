import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import type { DocumentStore, Snapshot } from '../../store/store.ts';
import { DataWouldBeLost, textKey } from '../document/open-document.ts';
import type { Product } from '../product.ts';

/** The document that a snapshot's data was made under; null where it does not say so. */
export const textOf = (snapshot: Snapshot): string | null => snapshot.settings.get(textKey) ?? null;

/**
 * Replaces a store's data with a snapshot and returns the snapshot's document text. Throws if the
 * snapshot has none, or if this release reads the text differently from the one that took it and
 * something would be lost.
 */
export function restoreStore(store: DocumentStore, snapshot: Snapshot): string {
  const text = textOf(snapshot);
  if (text === null) throw new Error('the snapshot does not say which document its data was made under');
  const model = readModel(text);
  // Tried where nothing is at stake.
  const trial = createMemoryStore(model);
  trial.restore(model, snapshot);
  const { losses } = trial.plan(model);
  if (losses.length > 0) throw new DataWouldBeLost('this version reads the document otherwise', losses);
  store.restore(model, snapshot);
  store.migrate(model, store.plan(model));
  return text;
}

/** The same for a product that runs: from then on it is that document. */
export function putBack(product: Product, store: DocumentStore, snapshot: Snapshot): string {
  const text = restoreStore(store, snapshot);
  product.become(readModel(text));
  return text;
}
