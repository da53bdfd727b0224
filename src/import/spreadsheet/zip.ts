import { Inflate } from 'fflate';

/** Thrown for an archive that cannot be read, or whose content is not what was packed. */
export class BrokenArchive extends Error {
  override readonly name = 'BrokenArchive';
}

export interface Entry {
  readonly path: string;
  readonly size: number;
  readonly checksum: number;
  readonly packed: number;
  /** 0: as it is; 8: deflated. */
  readonly method: number;
  /** Where its local header begins. */
  readonly offset: number;
}

/**
 * The central directory (APPNOTE.TXT 4.3.12 and 4.3.16); of files with one path the last counts, as
 * in `unzipSync`.
 */
export function directory(bytes: Uint8Array): ReadonlyMap<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = new Map<string, Entry>();
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
    const path = new TextDecoder(isUtf8 ? 'utf-8' : 'latin1').decode(bytes.subarray(at + 46, at + 46 + length));
    found.set(path, {
      path,
      size: view.getUint32(at + 24, true),
      checksum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      method: view.getUint16(at + 10, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return found;
}

/** So many packed bytes at a time: they unpack to 4 MB at most. */
const atATime = 4096;

/**
 * The content of a file, which stops with an error as soon as it is larger than `most`: what the
 * directory says about its size may be a lie.
 */
export function unpackBounded(bytes: Uint8Array, { path, packed, method, offset }: Entry, most: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== 0x04034b50) throw new BrokenArchive(`${path} is listed but missing`);
  const from = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (from + packed > bytes.length) throw new BrokenArchive(`${path} is cut off`);
  const content = bytes.subarray(from, from + packed);
  const tooLarge = new BrokenArchive(`${path} is larger than ${Math.round(most / 1_000_000)} MB`);
  if (method === 0) {
    if (content.length > most) throw tooLarge;
    return content;
  }
  if (method !== 8) throw new BrokenArchive(`${path} is packed in a way that is not read`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const inflate = new Inflate((chunk) => {
    size += chunk.length;
    chunks.push(chunk);
  });
  for (let at = 0; at < content.length; at += atATime) {
    try {
      inflate.push(content.subarray(at, at + atATime), at + atATime >= content.length);
    } catch (error) {
      throw new BrokenArchive(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (size > most) throw tooLarge;
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
