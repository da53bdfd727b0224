import { putBack, textOf } from '../../engine/data/put-back.ts';
import type { Product } from '../../engine/product.ts';
import type { RunModel } from '../../model/run-model.ts';
import { gunzip, gzip } from '../../store/snapshot/gzip.ts';
import { openSnapshot, writeSnapshot } from '../../store/snapshot/lines.ts';
import { type StreamingStore, settingsOf } from '../../store/snapshot/sink.ts';
import type { DocumentStore } from '../../store/store.ts';

/* Functions that only the workbench needs, loaded on first use. */

export const snapshotOf = (store: DocumentStore): Promise<Uint8Array> => gzip(writeSnapshot(store.snapshot()));

/** Replaces the data with a snapshot's. Returns the snapshot's document. */
export async function restoreSnapshot(
  product: Product,
  store: StreamingStore,
  bytes: Uint8Array,
  read: (text: string) => Promise<RunModel>,
): Promise<string> {
  const pieces = openSnapshot(await gunzip(bytes));
  const text = textOf({ settings: settingsOf(pieces) });
  putBack(product, store, pieces, await read(text));
  return text;
}
