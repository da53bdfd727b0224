import type { RunModel } from '../../model/run-model.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { schemaOf } from '../../store/schema.ts';
import { readSnapshotPieces, type SnapshotPieces, type StreamingStore } from '../../store/snapshot/sink.ts';
import type { Snapshot } from '../../store/store.ts';
import { DataWouldBeLost, textKey } from '../document/open-model.ts';
import type { Product } from '../product.ts';

/** The text of the document that a snapshot's data belongs to. Throws if the snapshot has none. */
export function textOf(snapshot: Pick<Snapshot, 'settings'>): string {
  const text = snapshot.settings.get(textKey);
  if (text === undefined) throw new Error('the snapshot does not say which document its data was made under');
  return text;
}

/**
 * Replaces a store's data with a snapshot, whose document (`textOf`) is `model`. Throws
 * DataWouldBeLost if this release reads the text differently from the one that took the snapshot,
 * and something would be lost; only this check has all data in memory.
 */
export function restoreStore(store: StreamingStore, pieces: SnapshotPieces, model: RunModel): void {
  const isReadAsThen = JSON.stringify(pieces.schema) === JSON.stringify(schemaOf(model));
  const losses = isReadAsThen ? [] : lossesOf(readSnapshotPieces(pieces), model);
  if (losses.length > 0) throw new DataWouldBeLost('this version reads the document differently', losses);
  store.restoreFrom(model, pieces);
  store.migrate(model, store.plan(model));
}

/** Migrates a copy in memory to find the losses. */
function lossesOf(snapshot: Snapshot, model: RunModel): readonly string[] {
  const trial = createMemoryStore(model);
  trial.restore(model, snapshot);
  return trial.plan(model).losses;
}

/** Like `restoreStore`, for a running product, which then runs the snapshot's document. */
export function putBack(product: Product, store: StreamingStore, pieces: SnapshotPieces, model: RunModel): void {
  restoreStore(store, pieces, model);
  product.become(model);
}
