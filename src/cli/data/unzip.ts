import { crc32 } from 'node:zlib';
import { type Bytes, inPieces, part } from '../../base/bytes.ts';
import { BrokenArchive, directory, packedPart, unpack } from '../../import/spreadsheet/zip.ts';
import type { ScratchFile } from '../machine.ts';

/**
 * Unpacks a ZIP archive into a scratch file and returns its files by path. Throws BrokenArchive,
 * also if the checksum of a file is wrong.
 */
export function unzip(archive: Bytes, scratch: ScratchFile): ReadonlyMap<string, Bytes> {
  const files = new Map<string, Bytes>();
  for (const entry of directory(archive).values()) {
    const { path, size, checksum, method } = entry;
    let [sum, length] = [0, 0];
    const from = scratch.bytes.length;
    const take = (piece: Uint8Array): void => {
      sum = crc32(piece, sum);
      length += piece.length;
      if (length > size) throw new BrokenArchive(`${path} is larger than the archive says`);
    };
    if (method === 0) for (const piece of inPieces(packedPart(archive, entry))) take(piece);
    else
      unpack(archive, entry, (piece) => {
        take(piece);
        scratch.write(piece);
      });
    if (length !== size || sum !== checksum) throw new BrokenArchive(`the checksum of ${path} is wrong`);
    files.set(path, method === 0 ? packedPart(archive, entry) : part(scratch.bytes, from, from + length));
  }
  return files;
}
