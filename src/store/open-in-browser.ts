import { type IndexedFile, openIndexedFile } from './indexed-blocks.ts';
import { alwaysDurable, type Persistence, persistFile } from './persistence.ts';
import { openPool } from './pool.ts';
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

/**
 * A tab that was just closed may still hold the files: how often to retry, and how long to wait
 * each time, in milliseconds.
 */
const patience = { times: 20, pause: 150 };

/**
 * Opens the database of one document in the browser's own file system (OPFS); only in a dedicated
 * worker, and only one at a time per `key`. Without OPFS the data is in IndexedDB; without that
 * too, in memory only. `owner`: a unique name for this worker. `code`: SQLite's compiled module;
 * files are opened while it loads.
 */
export async function openInBrowser(key: string, owner: string, code: Promise<WebAssembly.Module>): Promise<OpenedInBrowser> {
  const loading = code.then(loadSqlite);
  // An error is reported where the promise is awaited.
  loading.catch(() => undefined);
  const noFiles = await whyNoFiles();
  if (noFiles === null) {
    const files = await openFiles(key);
    const store = attachSqliteStore(openDatabase(await loading, files));
    return { store, storage: { kind: 'lasting', reason: null }, keeping: alwaysDurable };
  }
  if (!(await isIndexed())) {
    const store = attachSqliteStore(openDatabase(await loading, null));
    return { store, storage: { kind: 'memory', reason: noFiles }, keeping: alwaysDurable };
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

/**
 * Null if files are available, otherwise the reason. A file system that exists but fails is an
 * error, not a reason to continue without data.
 */
async function whyNoFiles(): Promise<string | null> {
  if (typeof navigator === 'undefined' || typeof navigator.storage?.getDirectory !== 'function') {
    return 'This browser has no file storage for pages (or the page is not served securely): what is written is gone when the tab closes.';
  }
  try {
    await navigator.storage.getDirectory();
    return null;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `This browser does not let the page keep files (private windows may not): what is written is gone when the tab closes. (${why})`;
  }
}

async function openFiles(key: string): Promise<Files> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await openPool(['ninefold', directoryName(key)]);
    } catch (error) {
      if (attempt >= patience.times)
        throw new Error(`the product's data cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
      await new Promise((resolve) => setTimeout(resolve, patience.pause));
    }
  }
}

/** Letters, digits, hyphens and underscores only; different keys have different names. */
const directoryName = (key: string): string =>
  Array.from(key, (character) => (/[a-z0-9-]/.test(character) ? character : `_${character.codePointAt(0)?.toString(16) ?? ''}_`)).join(
    '',
  ) || '_';
