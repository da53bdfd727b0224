import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bytes } from '../base/bytes.ts';
import type { FileContent, ScratchFile } from './machine.ts';

/** Reads a whole file. */
export const readWhole = (path: string): Promise<FileContent> => readFile(path).then((bytes) => ({ kind: 'file', bytes }), unread);

/** Returns a file that is opened for each read, because there may be thousands of them. */
export async function fileInPieces(path: string): Promise<FileContent<Bytes>> {
  try {
    const found = statSync(path);
    if (found.isDirectory()) return { kind: 'folder' };
    closeSync(openSync(path, 'r'));
    const read = (from: number, to: number): Uint8Array => {
      const file = openSync(path, 'r');
      try {
        return readPart(file, path, from, to);
      } finally {
        closeSync(file);
      }
    };
    return { kind: 'file', bytes: bytesBy(() => found.size, read) };
  } catch (error) {
    return unread(error);
  }
}

/**
 * Creates a file in the folder for temporary files. Where the system allows it, the file is
 * unlinked as soon as it is open.
 */
export function scratchFile(): ScratchFile {
  const folder = mkdtempSync(join(tmpdir(), 'ninefold-'));
  const path = join(folder, 'scratch');
  const file = openSync(path, 'wx+', 0o600);
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  if (process.platform !== 'win32') remove();
  let length = 0;
  return {
    write(bytes) {
      for (let from = 0; from < bytes.length; ) {
        const count = writeSync(file, bytes, from, bytes.length - from, length);
        from += count;
        length += count;
      }
    },
    bytes: bytesBy(
      () => length,
      (from, to) => readPart(file, 'the scratch file', from, to),
    ),
    drop() {
      closeSync(file);
      remove();
    },
  };
}

const bytesBy = (length: () => number, read: (from: number, to: number) => Uint8Array): Bytes => ({
  get length() {
    return length();
  },
  subarray: (from = 0, to = length()) => read(from, to) as ReturnType<Bytes['subarray']>,
});

function readPart(file: number, name: string, from: number, to: number): Uint8Array {
  const bytes = new Uint8Array(to - from);
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(file, bytes, at, bytes.length - at, from + at);
    if (count === 0) throw new Error(`${name} became shorter while it was read`);
    at += count;
  }
  return bytes;
}

function unread(error: unknown): Exclude<FileContent, { kind: 'file' }> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'missing' };
  if (code === 'EISDIR') return { kind: 'folder' };
  if (code === 'EACCES' || code === 'EPERM') return { kind: 'denied' };
  return { kind: 'unreadable', why: error instanceof Error ? error.message : String(error) };
}
