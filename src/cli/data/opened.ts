import { documentOpener } from '../../engine/document/open-document.ts';
import { textKey } from '../../engine/document/open-model.ts';
import type { Product } from '../../engine/product.ts';
import { type OpenedDatabase, openDatabase } from '../../serve/engine/database.ts';
import { NotStarted } from '../../serve/engine/not-started.ts';
import type { Document } from '../documents.ts';
import type { Machine } from '../machine.ts';
import type { DataPlace } from './data-place.ts';

/**
 * Opens the data, runs `body` and closes the data again. Returns null if it cannot be opened; the
 * reason has been reported.
 */
export async function withStore<T>(
  place: DataPlace,
  document: Document,
  host: Machine,
  body: (opened: OpenedDatabase) => Promise<T>,
): Promise<T | null> {
  if (!place.isThere) {
    host.writeError(
      `There is no data in ${place.words}. “ninefold serve ${document.file}” creates it; --data and --database name another place.\n`,
    );
    return null;
  }
  return withAnyStore(place, document, host, body);
}

/** Like `withStore`, but also works before any data exists. */
export async function withAnyStore<T>(
  place: DataPlace,
  document: Document,
  host: Machine,
  body: (opened: OpenedDatabase) => Promise<T>,
): Promise<T | null> {
  let opened: OpenedDatabase;
  try {
    opened = await openDatabase(place.database, document.text, (why) => host.writeError(`${why}\n`));
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    host.writeError(`Cannot open ${place.words}: ${error.message}\n`);
    return null;
  }
  try {
    return await body(opened);
  } finally {
    await opened.close();
  }
}

/**
 * Returns the product on its existing data, under the document that the data was last migrated to,
 * even if the text has changed since.
 */
export async function productOver({ store, run, product }: OpenedDatabase, document: Document, host: Machine): Promise<Product> {
  const kept = await run(() => (store.keptSchema() === null ? null : store.meta(textKey)));
  if (kept !== null && kept !== document.text)
    host.writeError(`${document.file} has changed since the data was last migrated: the following applies the earlier text.\n`);
  return product(await run(documentOpener({ store, text: document.text, onLoss: 'refuse', keepDocument: true })));
}
