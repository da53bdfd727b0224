import type { Files, OpenFile } from './sqlite/files.ts';

/*
 * The files of a database in the browser's own file system (OPFS). SQLite opens files synchronously
 * and the browser does not, so a pool of files is open from the start; the head of each contains
 * the path of SQLite's file. The format is that of SQLite's own pool (opfs-sahpool), which stored
 * the data of earlier releases.
 */

const opaque = '.opaque';

/** Sizes of the head, in bytes: the path, the part that the digest covers, and the whole head. */
const pathSize = 512;
const signedSize = 516;
const headSize = 4096;

/**
 * Flags of https://sqlite.org/c3ref/c_open_autoproxy.html; `digested` is one for the digest below.
 */
const mainDatabase = 0x100;
const journals = 0x800 | 0x4000 | 0x80000;
const deleteOnClose = 0x8;
const digested = 0x80;

/** Files for the database, its journal, its write-ahead log, and one to spare. */
const poolSize = 4;

/**
 * Opens the pool of a folder, given by the names on its path; creates it if it does not exist.
 * Rejects if another tab has it open.
 */
export async function openPool(folder: readonly string[]): Promise<Files> {
  let directory = await navigator.storage.getDirectory();
  for (const name of [...folder, opaque]) directory = await directory.getDirectoryHandle(name, { create: true });
  const there = new Map<string, FileSystemFileHandle>();
  for await (const handle of directory.values()) if (handle.kind === 'file') there.set(handle.name, handle as FileSystemFileHandle);
  for (let number = 1; there.size < poolSize; number++) {
    const name = String(number);
    // A file of this name may already be among them.
    there.set(name, await directory.getFileHandle(name, { create: true }));
  }
  const opened = await Promise.allSettled([...there.values()].map((handle) => handle.createSyncAccessHandle()));
  const handles = opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const close = (): void => {
    for (const handle of handles) handle.close();
  };
  const refused = opened.find((one) => one.status === 'rejected');
  if (refused !== undefined) {
    close();
    throw refused.reason;
  }

  const named = new Map<string, FileSystemSyncAccessHandle>();
  const free: FileSystemSyncAccessHandle[] = [];
  for (const handle of handles) {
    const path = pathOf(handle);
    if (path === null) free.push(handle);
    else named.set(path, handle);
  }
  return {
    has: (path) => named.has(path),
    open(path) {
      let handle = named.get(path);
      if (handle === undefined) {
        handle = free.pop();
        if (handle === undefined) throw new Error(`the pool has no file left for ${path}`);
        sign(handle, path);
        named.set(path, handle);
      }
      return contentOf(handle);
    },
    remove(path) {
      const handle = named.get(path);
      if (handle === undefined) return;
      sign(handle, '');
      named.delete(path);
      free.push(handle);
    },
    close,
  };
}

const contentOf = (handle: FileSystemSyncAccessHandle): OpenFile => ({
  size: () => handle.getSize() - headSize,
  read(into, at) {
    const found = handle.read(into, { at: headSize + at });
    into.fill(0, found);
    return found;
  },
  write(from, at) {
    const written = handle.write(from, { at: headSize + at });
    if (written < from.length) throw new Error(`the browser wrote ${written} of ${from.length} bytes`);
  },
  truncate: (size) => handle.truncate(headSize + size),
  flush: () => handle.flush(),
});

/** The path in a file's head; null if the file is free, or its head was not written completely. */
function pathOf(handle: FileSystemSyncAccessHandle): string | null {
  const head = new Uint8Array(signedSize + 8);
  if (handle.read(head, { at: 0 }) < head.length) return null;
  const view = new DataView(head.buffer);
  const flags = view.getUint32(pathSize);
  if (head[0] === 0 || (flags & deleteOnClose) !== 0 || (flags & (mainDatabase | journals)) === 0) return null;
  const digest = digestOf(head.subarray(0, signedSize), flags);
  if (digest.some((part, index) => view.getUint32(signedSize + index * 4, true) !== part)) return null;
  return new TextDecoder().decode(head.subarray(0, head.indexOf(0)));
}

/** Assigns the file to a path, or frees it if the path is empty. Its content is lost. */
function sign(handle: FileSystemSyncAccessHandle, path: string): void {
  const head = new Uint8Array(signedSize + 8);
  const { written } = new TextEncoder().encodeInto(path, head);
  if (written >= pathSize) throw new Error(`the path is too long for the pool: ${path}`);
  const view = new DataView(head.buffer);
  const flags = path === '' ? 0 : mainDatabase | digested;
  view.setUint32(pathSize, flags);
  for (const [index, part] of digestOf(head.subarray(0, signedSize), flags).entries()) view.setUint32(signedSize + index * 4, part, true);
  handle.truncate(headSize);
  handle.write(head, { at: 0 });
  handle.flush();
}

/** The digest of a head; heads of the earlier format have none. */
function digestOf(head: Uint8Array, flags: number): [number, number] {
  if ((flags & digested) === 0) return [0, 0];
  let [first, second] = [0xdeadbeef, 0x41c6ce57];
  for (const byte of head) {
    first = Math.imul(first ^ byte, 2654435761);
    second = Math.imul(second ^ byte, 104729);
  }
  return [first >>> 0, second >>> 0];
}
