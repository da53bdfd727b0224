import { systemPlatform } from '../../base/platform.ts';
import { isQuota } from '../../base/storage-full.ts';
import { createBlockFile } from './block-file.ts';
import type { Machine } from './machine.ts';

/**
 * A file that SQLite has opened. If a method throws, SQLite reports that reading or writing failed.
 */
export interface OpenFile {
  size(): number;
  /** Fills `into` from position `at` and pads it with zeros; returns the number of bytes found. */
  read(into: Uint8Array<ArrayBuffer>, at: number): number;
  write(from: Uint8Array<ArrayBuffer>, at: number): void;
  truncate(size: number): void;
  /** Returns when everything written is on the disk. */
  flush?(): void;
}

/** The files of one database and its journals, by path. */
export interface Files {
  has(path: string): boolean;
  /** Opens a file; creates it if it does not exist. */
  open(path: string): OpenFile;
  remove(path: string): void;
  close?(): void;
}

/** Codes of https://sqlite.org/rescode.html. */
const ok = 0;
const full = 13;
const cantOpen = 14;
const notFound = 12;
const readFailed = 266;
const shortRead = 522;
const writeFailed = 778;
const syncFailed = 1034;
const truncateFailed = 1546;
const sizeFailed = 1802;
const deleteFailed = 2570;

/** In bytes, as SQLite requests it; a block consists of whole sectors. */
const sectorSize = 4096;
/** Tells SQLite that open files are not deleted. */
const undeletableWhenOpen = 0x800;

const longestPath = 512;
/** In bytes: SQLite's struct of an open file contains only the pointer to its methods. */
const fileStruct = 4;
/** In 32-bit numbers: SQLite's struct of a file system up to its second version. */
const systemStruct = 19;

/**
 * Days from the start of SQLite's calendar (noon of 24 November 4714 BC) to 1970, after
 * https://sqlite.org/c3ref/vfs.html.
 */
const epochDays = 2_440_587.5;

const milliseconds = 86_400_000;

export interface FileSystem {
  /** Adds the files of a database; returns the folder under which SQLite knows them. */
  mount(files: Files): string;
  unmount(folder: string): void;
}

/**
 * SQLite's file system, which consists of the mounted files. Each database has files of its own and
 * one connection, so locks do nothing. SQLite's temporary files are in memory.
 */
export function createFileSystem(sqlite: Machine): FileSystem {
  const { calls } = sqlite;
  const mounted = new Map<string, Files>();
  const open = new Map<number, OpenFile>();
  let mounts = 0;

  const fileOf = (place: number): OpenFile => {
    const found = open.get(place);
    if (found === undefined) throw new Error(`SQLite speaks of a file that it has not opened (${place})`);
    return found;
  };
  /** Splits a path like `/3/data.sqlite` into the mounted files and the path among them. */
  const named = (place: number): { files: Files; path: string } => {
    const whole = sqlite.text(place);
    const end = whole.indexOf('/', 1);
    const files = mounted.get(whole.slice(0, end));
    if (files === undefined) throw new Error(`SQLite speaks of a file of no database: ${whole}`);
    return { files, path: whole.slice(end) };
  };
  const memory = (place: number, count: number): Uint8Array<ArrayBuffer> => sqlite.bytes().subarray(place, place + count);
  const put32 = (place: number, value: number): void => sqlite.view().setInt32(place, value, true);
  const put64 = (place: number, value: number): void => sqlite.view().setBigInt64(place, BigInt(value), true);
  // Errors must not be thrown through SQLite.
  const guarded = (failure: number, run: () => void): number => {
    try {
      run();
      return ok;
    } catch (error) {
      console.error(error);
      return isQuota(error) ? full : failure;
    }
  };
  const nothing = (): number => ok;

  // In the order of sqlite3_io_methods.
  const methods = sqlite.callbacks([
    {
      signature: 'i:i',
      run(place: number) {
        open.delete(place);
        return ok;
      },
    },
    {
      signature: 'iiij:i',
      run(place: number, into: number, count: number, at: bigint) {
        let found = 0;
        const code = guarded(readFailed, () => {
          found = fileOf(place).read(memory(into, count), Number(at));
        });
        return code === ok && found < count ? shortRead : code;
      },
    },
    {
      signature: 'iiij:i',
      run: (place: number, from: number, count: number, at: bigint) =>
        guarded(writeFailed, () => fileOf(place).write(memory(from, count), Number(at))),
    },
    { signature: 'ij:i', run: (place: number, size: bigint) => guarded(truncateFailed, () => fileOf(place).truncate(Number(size))) },
    { signature: 'ii:i', run: (place: number) => guarded(syncFailed, () => fileOf(place).flush?.()) },
    { signature: 'ii:i', run: (place: number, into: number) => guarded(sizeFailed, () => put64(into, fileOf(place).size())) },
    { signature: 'ii:i', run: nothing },
    { signature: 'ii:i', run: nothing },
    {
      signature: 'ii:i',
      run(_: number, into: number) {
        put32(into, 0);
        return ok;
      },
    },
    { signature: 'iii:i', run: () => notFound },
    { signature: 'i:i', run: () => sectorSize },
    { signature: 'i:i', run: () => undeletableWhenOpen },
  ]);
  const methodsPlace = sqlite.reserve((methods.length + 1) * 4);
  for (const [index, value] of [1, ...methods].entries()) put32(methodsPlace + index * 4, value);

  // In the order of sqlite3_vfs, without those that open libraries.
  const [xOpen, xDelete, xAccess, xFullPathname, xRandomness, xSleep, xCurrentTime, xGetLastError, xCurrentTimeInt64] = sqlite.callbacks([
    {
      signature: 'iiiii:i',
      run: (_: number, name: number, place: number, flags: number, flagsInto: number) =>
        guarded(cantOpen, () => {
          put32(place, 0);
          // A file without a name is a temporary file of SQLite.
          const { files, path } = name === 0 ? { files: null, path: '' } : named(name);
          open.set(place, files === null ? createBlockFile() : files.open(path));
          put32(place, methodsPlace);
          if (flagsInto !== 0) put32(flagsInto, flags);
        }),
    },
    {
      signature: 'iii:i',
      run: (_: number, name: number) =>
        guarded(deleteFailed, () => {
          const { files, path } = named(name);
          files.remove(path);
        }),
    },
    {
      signature: 'iiii:i',
      run: (_: number, name: number, __: number, into: number) =>
        guarded(cantOpen, () => {
          const { files, path } = named(name);
          put32(into, files.has(path) ? 1 : 0);
        }),
    },
    {
      signature: 'iiii:i',
      run(_: number, name: number, size: number, into: number) {
        const bytes = sqlite.bytes();
        const end = bytes.indexOf(0, name) + 1;
        if (end - name > size) return cantOpen;
        bytes.copyWithin(into, name, end);
        return ok;
      },
    },
    {
      signature: 'iii:i',
      run(_: number, count: number, into: number) {
        memory(into, count).set(systemPlatform.randomBytes(count));
        return count;
      },
    },
    { signature: 'ii:i', run: nothing },
    {
      signature: 'ii:i',
      run(_: number, into: number) {
        sqlite.view().setFloat64(into, epochDays + systemPlatform.now() / milliseconds, true);
        return ok;
      },
    },
    { signature: 'iii:i', run: nothing },
    {
      signature: 'ii:i',
      run(_: number, into: number) {
        put64(into, epochDays * milliseconds + systemPlatform.now());
        return ok;
      },
    },
  ]) as [number, number, number, number, number, number, number, number, number];
  const name = sqlite.reserve(9);
  sqlite.bytes().set(new TextEncoder().encode('ninefold\0'), name);
  const place = sqlite.reserve(systemStruct * 4);
  const start = [2, fileStruct, longestPath, 0, name, 0, xOpen, xDelete, xAccess, xFullPathname, 0, 0, 0, 0];
  for (const [index, value] of [...start, xRandomness, xSleep, xCurrentTime, xGetLastError, xCurrentTimeInt64].entries())
    put32(place + index * 4, value);
  const code = calls.sqlite3_vfs_register(place, 1);
  if (code !== ok) throw new Error(`SQLite does not take our files (${code})`);

  return {
    mount(files) {
      const folder = `/${++mounts}`;
      mounted.set(folder, files);
      return folder;
    },
    unmount(folder) {
      mounted.get(folder)?.close?.();
      mounted.delete(folder);
    },
  };
}
