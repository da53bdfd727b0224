import { putBack, textOf } from '../../engine/data/put-back.ts';
import type { Product } from '../../engine/product.ts';
import type { RunModel } from '../../model/run-model.ts';
import { gunzip, gzip } from '../../store/snapshot/gzip.ts';
import { readSnapshot, writeSnapshot } from '../../store/snapshot/lines.ts';
import type { DocumentStore } from '../../store/store.ts';

/* What only the workbench asks for, loaded when it does. */

export const snapshotOf = (store: DocumentStore): Promise<Uint8Array> => gzip(writeSnapshot(store.snapshot()));

/** Puts the data of a snapshot in place of what is there. Returns the snapshot's document. */
export async function restoreSnapshot(
  product: Product,
  store: DocumentStore,
  bytes: Uint8Array,
  read: (text: string) => Promise<RunModel>,
): Promise<string> {
  const snapshot = readSnapshot(await gunzip(bytes));
  const text = textOf(snapshot);
  putBack(product, store, snapshot, await read(text));
  return text;
}
