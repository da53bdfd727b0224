import { systemPlatform } from '../../base/platform.ts';
import { openDocument, textKey } from '../../engine/open-document.ts';
import { createProduct, type Product } from '../../engine/product.ts';
import { openDatabase } from '../../serve/engine/database.ts';
import { nativeHasher } from '../../serve/engine/native-hasher.ts';
import { NotStarted } from '../../serve/engine/thread-engine.ts';
import type { Document } from '../documents.ts';
import type { Host } from '../host.ts';
import type { DataPlace } from './place.ts';

export type OpenedStore = Awaited<ReturnType<typeof openDatabase>>['store'];

/** Opens the data, does something with it, and closes it again. Null where it cannot be opened, which has been said. */
export async function withStore<T>(
  place: DataPlace,
  document: Document,
  host: Host,
  body: (store: OpenedStore) => Promise<T>,
): Promise<T | null> {
  if (!place.isThere) {
    host.writeError(
      `There is no data in ${place.words}. “ninefold serve ${document.file}” makes it; --data and --database say where else.\n`,
    );
    return null;
  }
  return withAnyStore(place, document, host, body);
}

/** The same where there may be no data yet. */
export async function withAnyStore<T>(
  place: DataPlace,
  document: Document,
  host: Host,
  body: (store: OpenedStore) => Promise<T>,
): Promise<T | null> {
  let opened: Awaited<ReturnType<typeof openDatabase>>;
  try {
    opened = await openDatabase(place.database, document.text);
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    host.writeError(`${place.words} cannot be opened: ${error.message}\n`);
    return null;
  }
  try {
    return await body(opened.store);
  } finally {
    opened.store.close();
    await opened.close();
  }
}

/** The product over its data as it is: under the document that the data was made under, whatever the text says by now. */
export function productOver(store: OpenedStore, document: Document, host: Host): Product {
  const kept = store.keptSchema() === null ? null : store.meta(textKey);
  if (kept !== null && kept !== document.text)
    host.writeError(`${document.file} has changed since the data was made: what follows is under the text as it was then.\n`);
  const model = openDocument({ store, text: document.text, onLoss: 'refuse', goOn: true });
  return createProduct({ model, store, platform: systemPlatform, hasher: nativeHasher });
}
