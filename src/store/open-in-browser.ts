import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { type IndexedFile, openIndexedFile } from './indexed-blocks.ts';
import { keptAtOnce, type Persistence, persistFile } from './persistence.ts';
import type { UnopenedStore } from './sql/document-store.ts';
import { openBlockDatabase } from './sqlite/block-files.ts';
import { loadSqlite } from './sqlite/load.ts';
import type { SqliteDatabase } from './sqlite/statements.ts';
import { attachSqliteStore } from './sqlite/store.ts';

export interface OpenedInBrowser {
  readonly store: UnopenedStore;
  /** `memory` when the browser gave no lasting storage; `reason` says why, in words. */
  readonly storage: { readonly kind: 'lasting' | 'memory'; readonly reason: string | null };
  /** Whether what was written is kept: nobody is told that it was done before. */
  readonly keeping: Persistence;
}

/** A tab that was closed a moment ago may still hold the files: how often and how long we wait for it, in milliseconds. */
const patience = { times: 20, pause: 150 };

/**
 * Opens the database of one document in the browser's own file system (OPFS); only in a dedicated worker, and in one at a time for each `key`.
 * Where there is no such file system it is kept in IndexedDB, and where there is none either the database is in memory only. `owner` names whoever
 * opens it, unlike everybody else. `wasm`: SQLite's code, where it cannot be fetched.
 */
export async function openInBrowser(key: string, owner: string, wasm?: Uint8Array): Promise<OpenedInBrowser> {
  const sqlite3 = await loadSqlite(wasm);
  const noFiles = await whyNoFiles();
  if (noFiles === null)
    return { store: attachSqliteStore(await openFile(sqlite3, key)), storage: { kind: 'lasting', reason: null }, keeping: keptAtOnce };
  if (!(await isIndexed())) {
    const store = attachSqliteStore({ sqlite3, database: new sqlite3.oo1.DB(':memory:', 'c') });
    return { store, storage: { kind: 'memory', reason: noFiles }, keeping: keptAtOnce };
  }
  const indexed = await openKept(key, owner);
  const store = attachSqliteStore(openBlockDatabase(sqlite3, indexed.file), 'MEMORY');
  return { store, storage: { kind: 'lasting', reason: null }, keeping: persistFile(indexed.file, indexed.keep) };
}

/** Whether the browser keeps anything for this page in IndexedDB: pages in a sandbox get an error. What is there and fails is an error later. */
async function isIndexed(): Promise<boolean> {
  if (typeof indexedDB === 'undefined') return false;
  try {
    await indexedDB.databases();
    return true;
  } catch {
    // The reason is the page's, and the same as that for which it has no files: that one is said.
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

/** Null when files can be had. A file system that is there but fails is an error, not a reason to go on with empty hands. */
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

async function openFile(sqlite3: Sqlite3Static, key: string): Promise<SqliteDatabase> {
  const name = directoryName(key);
  const options = {
    name: `ninefold-${name}`,
    directory: `/ninefold/${name}`,
    // The database, its journal, and room for what SQLite makes while it works.
    initialCapacity: 8,
    // Without this SQLite deletes the whole directory when it cannot open it, also when another tab merely still holds it.
    preserveOnInitFailure: true,
    forceReinitIfPreviouslyFailed: true,
  };
  for (let attempt = 1; ; attempt++) {
    try {
      const pool = await sqlite3.installOpfsSAHPoolVfs(options);
      return { sqlite3, database: new pool.OpfsSAHPoolDb('/data.sqlite') };
    } catch (error) {
      if (attempt >= patience.times)
        throw new Error(`the product's data cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
      await new Promise((resolve) => setTimeout(resolve, patience.pause));
    }
  }
}

/** Letters, digits and hyphens only; two keys never have one name. */
const directoryName = (key: string): string =>
  Array.from(key, (character) => (/[a-z0-9-]/.test(character) ? character : `_${character.codePointAt(0)?.toString(16) ?? ''}_`)).join(
    '',
  ) || '_';
