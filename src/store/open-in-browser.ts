import { type IndexedFile, openIndexedFile } from './indexed-blocks.ts';
import { alwaysDurable, type Persistence, persistFile } from './persistence.ts';
import type { UnopenedStore } from './sql/document-store.ts';
import { openBlockDatabase, openDatabase } from './sqlite/database.ts';
import type { Files } from './sqlite/files.ts';
import { loadSqlite } from './sqlite/sqlite.ts';
import { attachSqliteStore } from './sqlite/store.ts';

export interface OpenedInBrowser {
  readonly store: UnopenedStore;
  /** `memory` if the browser offered no lasting storage; `reason` explains it. */
  readonly storage: { readonly kind: 'lasting' | 'memory'; readonly reason: string | null };
  /** Whether writes are persistent; a write is confirmed only once it is. */
  readonly keeping: Persistence;
}

/** What a database needs in a browser; both are loaded together, and while other code loads. */
export interface DatabaseParts {
  /** SQLite's compiled module. */
  readonly code: Promise<WebAssembly.Module>;
  /** The document's files, from `openFiles`. */
  readonly files: Promise<Files | string>;
}

/**
 * Opens the database of one document in the browser's own file system (OPFS); only in a dedicated
 * worker, and only one at a time per `key`. Without OPFS the data is in IndexedDB; without that
 * too, in memory only. `owner`: a unique name for this worker.
 */
export async function openInBrowser(key: string, owner: string, parts: DatabaseParts): Promise<OpenedInBrowser> {
  const loading = parts.code.then(loadSqlite);
  // An error is reported where the promise is awaited.
  loading.catch(() => undefined);
  const files = await parts.files;
  if (typeof files !== 'string') {
    const store = attachSqliteStore(openDatabase(await loading, files));
    return { store, storage: { kind: 'lasting', reason: null }, keeping: alwaysDurable };
  }
  if (!(await isIndexed())) {
    const store = attachSqliteStore(openDatabase(await loading, null));
    return { store, storage: { kind: 'memory', reason: files }, keeping: alwaysDurable };
  }
  const indexed = await openKept(key, owner);
  const store = attachSqliteStore(openBlockDatabase(await loading, indexed.file), 'MEMORY');
  return { store, storage: { kind: 'lasting', reason: null }, keeping: persistFile(indexed.file, indexed.keep) };
}

/**
 * Whether the browser allows IndexedDB for this page, which it refuses to sandboxed pages. A
 * database that exists but fails causes an error later.
 */
async function isIndexed(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  try {
    await indexedDB.databases();
    return true;
  } catch {
    // The page has no IndexedDB for the same reason that it has no files, so report that reason.
    return false;
  }
}

async function openKept(key: string, owner: string): Promise<IndexedFile> {
  try {
    return await openIndexedFile(`ninefold ${key}`, owner);
  } catch (error) {
    throw new Error(`the product's data cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
  }
}
