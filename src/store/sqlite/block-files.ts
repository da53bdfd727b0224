import type { Sqlite3Result, Sqlite3Static } from '@sqlite.org/sqlite-wasm';
import { systemPlatform } from '../../base/platform.ts';
import { type BlockFile, createBlockFile } from './block-file.ts';
import type { SqliteDatabase } from './statements.ts';

/** `structInfo` as declared for each struct; at run time the constructors have it. */
interface SizedStruct {
  readonly structInfo: { readonly sizeof: number };
}

/** In bytes, as SQLite requests it; a block consists of whole sectors. */
const sectorSize = 4096;

const path = '/data.sqlite';

/**
 * Days from the start of SQLite's calendar (noon of 24 November 4714 BC) to 1970, after
 * https://sqlite.org/c3ref/vfs.html.
 */
const epochDays = 2_440_587.5;

const milliseconds = 86_400_000;

/**
 * Opens a database whose file is `file`. SQLite knows no other file there (its journal stays in
 * memory, because `file` is saved as a whole), and there is one connection, so locks do nothing.
 */
export function openBlockDatabase(sqlite3: Sqlite3Static, file: BlockFile): SqliteDatabase {
  const { capi, wasm, vfs } = sqlite3;
  const open = new Map<number, BlockFile>();
  const fileOf = (pointer: number): BlockFile => {
    const found = open.get(pointer);
    if (found === undefined) throw new Error(`SQLite speaks of a file that it has not opened (${pointer})`);
    return found;
  };
  const memory = (pointer: number, count: number): Uint8Array => wasm.heap8u().subarray(pointer, pointer + count);
  // Offsets arrive as BigInt, contrary to the declarations. Errors must not be thrown through
  // SQLite.
  const guarded = (failure: Sqlite3Result, run: () => Sqlite3Result): Sqlite3Result => {
    try {
      return run();
    } catch (error) {
      console.error(error);
      return failure;
    }
  };

  const methods = Object.assign(new capi.sqlite3_io_methods(), { $iVersion: 1 });
  vfs.installVfs({
    io: {
      struct: methods,
      methods: {
        xClose(pointer) {
          open.delete(pointer);
          return capi.SQLITE_OK;
        },
        xRead: (pointer, into, count, at) =>
          guarded(capi.SQLITE_IOERR_READ, () =>
            fileOf(pointer).read(memory(into, count), Number(at)) < count ? capi.SQLITE_IOERR_SHORT_READ : capi.SQLITE_OK,
          ),
        xWrite: (pointer, from, count, at) =>
          guarded(capi.SQLITE_IOERR_WRITE, () => {
            fileOf(pointer).write(memory(from, count), Number(at));
            return capi.SQLITE_OK;
          }),
        xTruncate: (pointer, size) =>
          guarded(capi.SQLITE_IOERR_TRUNCATE, () => {
            fileOf(pointer).truncate(Number(size));
            return capi.SQLITE_OK;
          }),
        // Writes are saved after the transaction, before the result is returned to anyone.
        xSync: () => capi.SQLITE_OK,
        xFileSize: (pointer, into) =>
          guarded(capi.SQLITE_IOERR_FSTAT, () => {
            wasm.poke64(into, BigInt(fileOf(pointer).size()));
            return capi.SQLITE_OK;
          }),
        xLock: () => capi.SQLITE_OK,
        xUnlock: () => capi.SQLITE_OK,
        xCheckReservedLock(_, into) {
          wasm.poke32(into, 0);
          return capi.SQLITE_OK;
        },
        xFileControl: () => capi.SQLITE_NOTFOUND,
        xSectorSize: () => sectorSize as Sqlite3Result,
        xDeviceCharacteristics: () => capi.SQLITE_IOCAP_UNDELETABLE_WHEN_OPEN as Sqlite3Result,
      },
    },
  });

  const files = new capi.sqlite3_vfs();
  files.$iVersion = 2;
  files.$szOsFile = (capi.sqlite3_file as unknown as SizedStruct).structInfo.sizeof;
  files.$mxPathname = 512;
  const name = `ninefold-blocks-${files.pointer}`;
  vfs.installVfs({
    vfs: {
      struct: files,
      name,
      methods: {
        xOpen: (_, name, pointer, flags, flagsOut) =>
          guarded(capi.SQLITE_CANTOPEN, () => {
            // Temporary files of SQLite; their names do not matter.
            const isData = name !== 0 && wasm.cstrToJs(name) === path;
            open.set(pointer, isData ? file : createBlockFile());
            const opened = new capi.sqlite3_file(pointer);
            opened.$pMethods = methods.pointer;
            opened.dispose();
            wasm.poke32(flagsOut, flags);
            return capi.SQLITE_OK;
          }),
        xDelete: () => capi.SQLITE_OK,
        xAccess(_, name, __, into) {
          wasm.poke32(into, wasm.cstrToJs(name) === path && file.size() > 0 ? 1 : 0);
          return capi.SQLITE_OK;
        },
        xFullPathname: (_, name, count, into) => (wasm.cstrncpy(into, name, count) < count ? capi.SQLITE_OK : capi.SQLITE_CANTOPEN),
        xSleep: () => capi.SQLITE_OK,
        xCurrentTime(_, into) {
          wasm.poke64f(into, epochDays + systemPlatform.now() / milliseconds);
          return capi.SQLITE_OK;
        },
        xCurrentTimeInt64(_, into) {
          wasm.poke64(into, BigInt(epochDays * milliseconds + systemPlatform.now()));
          return capi.SQLITE_OK;
        },
        xGetLastError: () => capi.SQLITE_OK,
      },
    },
  });
  return { sqlite3, database: new sqlite3.oo1.DB(path, 'c', name) };
}
