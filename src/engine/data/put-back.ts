import type { RunModel } from '../../model/run-model.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import type { DocumentStore, Snapshot } from '../../store/store.ts';
import { DataWouldBeLost, textKey } from '../document/open-model.ts';
import type { Product } from '../product.ts';

/** The document that a snapshot's data was made under. Throws where it does not say so. */
export function textOf(snapshot: Pick<Snapshot, 'settings'>): string {
  const text = snapshot.settings.get(textKey);
  if (text === undefined) throw new Error('the snapshot does not say which document its data was made under');
  return text;
}

/**
 * Replaces a store's data with a snapshot, whose document (`textOf`) is `model`. Throws if this
 * release reads the text differently from the one that took it and something would be lost.
 */
export function restoreStore(store: DocumentStore, snapshot: Snapshot, model: RunModel): void {
  // Tried where nothing is at stake.
  const trial = createMemoryStore(model);
  trial.restore(model, snapshot);
  const { losses } = trial.plan(model);
  if (losses.length > 0) throw new DataWouldBeLost('this version reads the document otherwise', losses);
  store.restore(model, snapshot);
  store.migrate(model, store.plan(model));
}

/** The same for a product that runs: from then on it is that document. */
export function putBack(product: Product, store: DocumentStore, snapshot: Snapshot, model: RunModel): void {
  restoreStore(store, snapshot, model);
  product.become(model);
}
