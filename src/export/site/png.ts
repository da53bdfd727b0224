import { zlibSync } from 'fflate';

/** Encodes a square picture as PNG (ISO/IEC 15948). `rgba`: four bytes a pixel, row by row. */
export function png(size: number, rgba: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(size * (size * 4 + 1));
  // The first byte of a row is 0: no filter.
  for (let y = 0; y < size; y++) bytes.set(rgba.subarray(y * size * 4, (y + 1) * size * 4), y * (size * 4 + 1) + 1);
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, size);
  header.setUint32(4, size);
  // Eight bits per channel, with alpha; the other fields allow only one value.
  header.setUint8(8, 8);
  header.setUint8(9, 6);
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return joined([signature, chunk('IHDR', new Uint8Array(header.buffer)), chunk('IDAT', zlibSync(bytes)), chunk('IEND', new Uint8Array())]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Encodes a chunk: length, name, data, and a checksum of name and data. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = joined([new TextEncoder().encode(name), data]);
  const numbers = new DataView(new ArrayBuffer(8));
  numbers.setUint32(0, data.length);
  numbers.setUint32(4, crc32(body));
  const bytes = new Uint8Array(numbers.buffer);
  return joined([bytes.subarray(0, 4), body, bytes.subarray(4)]);
}

/** CRC-32 (ISO 3309), bit by bit: an icon has only a few thousand bytes. */
function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return (sum ^ 0xffffffff) >>> 0;
}
