import { type BlockFile, createBlockFile } from './block-file.ts';
import type { Files } from './files.ts';
import type { OwnFunction } from './own-functions.ts';
import type { Sqlite } from './sqlite.ts';

/** An open database and its SQLite. */
export interface SqliteDatabase {
  readonly sqlite: Sqlite;
  /** SQLite's pointer to the database. */
  readonly place: number;
  /** Throws SQLite's error if the code is that of an error. */
  check(code: number): void;
  define(name: string, parameters: number, run: OwnFunction): void;
  close(): void;
}

/** The path of the database among its files. */
export const dataPath = '/data.sqlite';

/** Flags for opening: read and write, and create if missing. */
const readWriteCreate = 2 | 4;

/** Opens the database in these files, or in memory if they are null. */
export function openDatabase(sqlite: Sqlite, files: Files | null): SqliteDatabase {
  const { calls } = sqlite;
  const folder = files === null ? null : sqlite.files.mount(files);
  const into = sqlite.reserve(4);
  const opened = sqlite.withText(folder === null ? ':memory:' : folder + dataPath, (name) =>
    calls.sqlite3_open_v2(name, into, readWriteCreate, 0),
  );
  const place = sqlite.view().getUint32(into, true);
  calls.free(into);
  const close = (): void => {
    sqlite.own.forget(place);
    calls.sqlite3_close_v2(place);
    if (folder !== null) sqlite.files.unmount(folder);
  };
  const check = (code: number): void => {
    if (code !== 0) throw new Error(`SQLite (${code}): ${sqlite.text(calls.sqlite3_errmsg(place))}`);
  };
  try {
    check(opened);
    check(calls.sqlite3_extended_result_codes(place, 1));
  } catch (error) {
    close();
    throw error;
  }
  return { sqlite, place, check, define: (name, parameters, run) => check(sqlite.own.define(place, name, parameters, run)), close };
}

/**
 * Opens the database that is saved as a whole in `file`: it has no other file, because its journal
 * stays in memory.
 */
export const openBlockDatabase = (sqlite: Sqlite, file: BlockFile): SqliteDatabase =>
  openDatabase(sqlite, {
    has: (path) => path === dataPath && file.size() > 0,
    open: (path) => (path === dataPath ? file : createBlockFile()),
    remove: () => undefined,
  });
