import { crc32 } from 'node:zlib';
import { unzipSync } from 'fflate';
import { BrokenArchive, directory } from '../../import/spreadsheet/zip.ts';

/**
 * The files of a ZIP archive by their path. Throws BrokenArchive, also where the checksum of a file
 * is wrong, which fflate does not look at.
 */
export function unzip(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map(Object.entries(unpacked(bytes)));
  for (const { path, size, checksum } of directory(bytes).values()) {
    const content = files.get(path);
    if (content === undefined) throw new BrokenArchive(`${path} is listed but missing`);
    if (content.length !== size || crc32(content) !== checksum) throw new BrokenArchive(`the checksum of ${path} is wrong`);
  }
  return files;
}

function unpacked(bytes: Uint8Array): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes);
  } catch (error) {
    throw new BrokenArchive(error instanceof Error ? error.message : String(error));
  }
}
