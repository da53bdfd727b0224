import { crc32 } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';

/** Thrown for an archive that cannot be read, or whose content is not what was packed. */
export class BrokenArchive extends Error {
  override readonly name = 'BrokenArchive';
}

/**
 * The files of a ZIP archive by their path. Throws BrokenArchive, also where the checksum of a file
 * is wrong, which fflate does not look at.
 */
export function unzip(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const files = new Map(Object.entries(unpacked(bytes)));
  for (const { path, size, checksum } of listed(bytes)) {
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

interface Listed {
  readonly path: string;
  readonly size: number;
  readonly checksum: number;
}

/**
 * The central directory (APPNOTE.TXT 4.3.12 and 4.3.16); of files with one path the last counts, as
 * in `unzipSync`.
 */
function listed(bytes: Uint8Array): Iterable<Listed> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, Listed>();
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new BrokenArchive('its directory is missing');
  const count = view.getUint16(end + 10, true);
  if (count === 0xffff) throw new BrokenArchive('it holds more than 65,534 files');
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new BrokenArchive('its directory is broken');
    const isUtf8 = (view.getUint16(at + 8, true) & 0x800) !== 0;
    const length = view.getUint16(at + 28, true);
    const path = strFromU8(bytes.subarray(at + 46, at + 46 + length), !isUtf8);
    found.set(path, { path, size: view.getUint32(at + 24, true), checksum: view.getUint32(at + 16, true) });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found.values();
}
