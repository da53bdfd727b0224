import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sqliteOnNode } from '../../testing/store/sqlite-database.ts';
import { openPool } from './pool.ts';
import type { Connection } from './sql/connection.ts';
import { openDatabase } from './sqlite/database.ts';
import { prepareDatabase } from './sqlite/open.ts';

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array => new Uint8Array(buffer, byteOffset, byteLength);

/** The part of a browser's file that a pool uses; it can be open only once. */
class File {
  readonly kind = 'file';
  readonly name: string;
  bytes = new Uint8Array(0);
  isOpen = false;
  /** The size in bytes beyond which writes are refused. */
  room = Number.POSITIVE_INFINITY;

  constructor(name: string) {
    this.name = name;
  }

  async createSyncAccessHandle() {
    if (this.isOpen) throw new DOMException('another one has it', 'NoModificationAllowedError');
    this.isOpen = true;
    const resize = (size: number): void => {
      const grown = new Uint8Array(size);
      grown.set(this.bytes.subarray(0, size));
      this.bytes = grown;
    };
    return {
      getSize: () => this.bytes.length,
      read: (into: ArrayBufferView, { at }: { at: number }) => {
        const found = this.bytes.subarray(at, at + into.byteLength);
        bytesOf(into).set(found);
        return found.length;
      },
      write: (from: ArrayBufferView, { at }: { at: number }) => {
        const end = at + from.byteLength;
        if (end > this.room) throw new DOMException('no room', 'QuotaExceededError');
        if (end > this.bytes.length) resize(end);
        this.bytes.set(bytesOf(from), at);
        return from.byteLength;
      },
      truncate: resize,
      flush: () => undefined,
      close: () => {
        this.isOpen = false;
      },
    };
  }
}

class Folder {
  readonly kind = 'directory';
  readonly held = new Map<string, File | Folder>();

  async getDirectoryHandle(name: string): Promise<Folder> {
    const found = this.held.get(name) ?? new Folder();
    this.held.set(name, found);
    return found as Folder;
  }

  async getFileHandle(name: string): Promise<File> {
    const found = this.held.get(name) ?? new File(name);
    this.held.set(name, found);
    return found as File;
  }

  async removeEntry(name: string): Promise<void> {
    this.held.delete(name);
  }

  async *values() {
    yield* this.held.values();
  }

  [Symbol.asyncIterator] = async function* (this: Folder) {
    yield* this.held;
  };
}

let root: Folder;
beforeEach(() => {
  root = new Folder();
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => root } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const folder = ['ninefold', 'shop'];
const opened = async (): Promise<Connection> => prepareDatabase(openDatabase(await sqliteOnNode(), await openPool(folder)));

async function heldFiles(): Promise<Map<string, File>> {
  let at = root;
  for (const name of [...folder, '.opaque']) at = await at.getDirectoryHandle(name);
  return at.held as Map<string, File>;
}

const files = async (): Promise<File[]> => [...(await heldFiles()).values()];

it('keeps what was written when it is opened again, including what is only in the log', async () => {
  const first = await opened();
  expect(first.row('PRAGMA journal_mode')).toEqual(['wal']);
  first.run('CREATE TABLE "t" ("id" INTEGER PRIMARY KEY, "text" TEXT) STRICT');
  first.transaction(() => {
    for (let id = 1; id <= 3000; id++) first.run('INSERT INTO "t" VALUES (?, ?)', [id, `text ${id} `.repeat(20)]);
  });
  // The page was killed, so nothing was closed.
  const kept = await files();
  for (const file of kept) file.isOpen = false;
  const second = await opened();
  expect(second.row('SELECT count(*), max("text") FROM "t"')).toEqual([3000, 'text 999 '.repeat(20)]);
  expect(second.row('PRAGMA integrity_check')).toEqual(['ok']);
  // SQLite's temporary files for sorting take no file of the pool.
  second.rows('PRAGMA cache_size = 10');
  expect(second.rows('SELECT "text" FROM "t" ORDER BY "text" || "id" DESC')).toHaveLength(3000);
  second.close();
  expect((await files()).map(({ isOpen }) => isOpen)).toEqual([false, false, false, false]);
  const third = await opened();
  expect(third.row('SELECT count(*) FROM "t"')).toEqual([3000]);
  third.close();
});

it('refuses a pool that another tab has open, and closes the files that it had opened itself', async () => {
  const held = await openPool(folder);
  await expect(openPool(folder)).rejects.toThrow('another one has it');
  held.close?.();
  const [first, ...others] = (await files()) as [File, ...File[]];
  first.isOpen = true;
  await expect(openPool(folder)).rejects.toThrow('another one has it');
  expect(others.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
});

it('reports full storage if the browser refuses a write, and continues when there is room', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const connection = await opened();
  connection.run('CREATE TABLE "t" ("text" TEXT) STRICT');
  const kept = await files();
  for (const file of kept) file.room = file.bytes.length + 5000;
  const add = (): void => connection.run('INSERT INTO "t" VALUES (?)', ['x'.repeat(100_000)]);
  expect(add).toThrow('storage is full');
  expect(connection.row('SELECT count(*) FROM "t"')).toEqual([0]);
  for (const file of kept) file.room = Number.POSITIVE_INFINITY;
  add();
  expect(connection.row('SELECT count(*) FROM "t"')).toEqual([1]);
});

it('adds the files that a pool lacks, beside those that it has', async () => {
  (await openPool(folder)).close?.();
  const held = await heldFiles();
  for (const name of ['1', '3', '4']) held.delete(name);
  held.set('of an earlier release', new File('of an earlier release'));
  (await openPool(folder)).close?.();
  expect([...held.keys()].sort()).toEqual(['1', '2', '3', 'of an earlier release']);
  expect((await files()).map(({ isOpen }) => isOpen)).toEqual([false, false, false, false]);
});

it('treats a file with an incomplete head as free', async () => {
  (await opened()).close();
  for (const file of await files()) file.bytes[2] = 7;
  const connection = await opened();
  expect(connection.row(`SELECT count(*) FROM sqlite_schema WHERE "name" = 't'`)).toEqual([0]);
});

it("finds the data that SQLite's own pool of an earlier release stored", async () => {
  vi.stubGlobal('sqlite3ApiConfig', { warn: () => undefined, disable: { vfs: { opfs: true, 'opfs-wl': true, kvvfs: true } } });
  vi.stubGlobal('FileSystemHandle', File);
  vi.stubGlobal('FileSystemDirectoryHandle', Folder);
  vi.stubGlobal('FileSystemFileHandle', File);
  // SQLite's own code for browsers contains that pool, and fetches nothing if its module is passed.
  const wasm = createRequire(import.meta.url).resolve('@sqlite.org/sqlite-wasm/sqlite3.wasm');
  const { default: start } = await import(/* @vite-ignore */ pathToFileURL(join(dirname(wasm), 'index.mjs')).href);
  const sqlite3: Sqlite3Static = await start({ wasmBinary: readFileSync(wasm) });
  const pool = await sqlite3.installOpfsSAHPoolVfs({ directory: `/${folder.join('/')}`, initialCapacity: 8 });
  const earlier = new pool.OpfsSAHPoolDb('/data.sqlite');
  earlier.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE "t" ("id" INTEGER PRIMARY KEY) STRICT');
  for (let id = 1; id <= 20; id++) earlier.exec(`INSERT INTO "t" VALUES (${id})`);
  // Killed while half of the data is in the log.
  for (const file of await files()) file.isOpen = false;
  const connection = await opened();
  expect(connection.row('SELECT count(*) FROM "t"')).toEqual([20]);
  connection.run('INSERT INTO "t" VALUES (21)');
  connection.close();
  const again = await opened();
  expect(again.row('SELECT count(*) FROM "t"')).toEqual([21]);
});
