import { Inflate } from 'fflate';
import { type Bytes, inPieces, part } from '../../base/bytes.ts';

/** Thrown for an archive that cannot be read, or whose content is corrupt. */
export class BrokenArchive extends Error {
  override readonly name = 'BrokenArchive';
}

export interface Entry {
  readonly path: string;
  readonly size: number;
  readonly checksum: number;
  readonly packed: number;
  /** 0: stored; 8: deflated. */
  readonly method: number;
  /** The offset of the local header. */
  readonly offset: number;
}

/**
 * Reads the central directory (APPNOTE.TXT 4.3.12 and 4.3.16). If several files have the same path,
 * the last one wins, as in `unzipSync`.
 */
export function directory(archive: Bytes): ReadonlyMap<string, Entry> {
  // A comment of at most 65,535 bytes may follow the end record.
  const last = archive.subarray(Math.max(0, archive.length - 22 - 0xffff), archive.length);
  const ending = viewOf(last);
  const found = new Map<string, Entry>();
  let end = last.length - 22;
  while (end >= 0 && ending.getUint32(end, true) !== 0x06054b50) end--;
  if (end < 0) throw new BrokenArchive('its directory is missing');
  const count = ending.getUint16(end + 10, true);
  if (count === 0xffff) throw new BrokenArchive('it contains more than 65,534 files');
  const bytes = archive.subarray(Math.min(ending.getUint32(end + 16, true), archive.length), archive.length);
  const view = viewOf(bytes);
  let at = 0;
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

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView => new DataView(buffer, byteOffset, byteLength);

/** Compressed bytes per step: they expand to at most 4 MB. */
const atATime = 4096;

/** Returns the bytes of a file as stored in the archive. */
export function packedPart(archive: Bytes, { path, packed, offset }: Entry): Bytes {
  const head = archive.subarray(Math.min(offset, archive.length), Math.min(offset + 30, archive.length));
  const view = viewOf(head);
  if (head.length < 30 || view.getUint32(0, true) !== 0x04034b50) throw new BrokenArchive(`${path} is listed but missing`);
  const from = offset + 30 + view.getUint16(26, true) + view.getUint16(28, true);
  if (from + packed > archive.length) throw new BrokenArchive(`${path} is cut off`);
  return part(archive, from, from + packed);
}

/** Unpacks a file in pieces of at most 4 MB. */
export function unpack(archive: Bytes, entry: Entry, take: (piece: Uint8Array) => void): void {
  const { path, method } = entry;
  const content = packedPart(archive, entry);
  if (method !== 0 && method !== 8) throw new BrokenArchive(`${path} is packed in a way that is not read`);
  if (method === 0) {
    for (const piece of inPieces(content)) take(piece);
    return;
  }
  let pieces: Uint8Array[] = [];
  const inflate = new Inflate((piece) => pieces.push(piece));
  let left = content.length;
  for (const packed of inPieces(content, atATime)) {
    left -= packed.length;
    try {
      inflate.push(packed, left === 0);
    } catch (error) {
      throw new BrokenArchive(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
    for (const piece of pieces) take(piece);
    pieces = [];
  }
}

/**
 * Returns the content of a file. Throws BrokenArchive as soon as it exceeds `most` bytes, because
 * the size in the directory may be false.
 */
export function unpackBounded(archive: Bytes, entry: Entry, most: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  let size = 0;
  unpack(archive, entry, (chunk) => {
    size += chunk.length;
    if (size > most) throw new BrokenArchive(`${entry.path} is larger than ${Math.round(most / 1_000_000)} MB`);
    chunks.push(chunk);
  });
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
