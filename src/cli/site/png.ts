import { crc32, deflateSync } from 'node:zlib';

/**
 * A picture as PNG (ISO/IEC 15948): `pixel` gives red, green, blue and alpha from 0 to 255 for each
 * place.
 */
export function png(size: number, pixel: (x: number, y: number) => readonly [number, number, number, number]): Uint8Array {
  const bytes = new Uint8Array(size * (size * 4 + 1));
  let at = 0;
  for (let y = 0; y < size; y++) {
    // Filter 0: the row as it is.
    bytes[at++] = 0;
    for (let x = 0; x < size; x++) for (const part of pixel(x, y)) bytes[at++] = part;
  }
  const header = new DataView(new ArrayBuffer(13));
  header.setUint32(0, size);
  header.setUint32(4, size);
  // Eight bits, with alpha; the rest is what the format has only one of.
  header.setUint8(8, 8);
  header.setUint8(9, 6);
  const signature = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [
    chunk('IHDR', new Uint8Array(header.buffer)),
    chunk('IDAT', deflateSync(bytes, { level: 9 })),
    chunk('IEND', new Uint8Array()),
  ];
  return Buffer.concat([signature, ...chunks]);
}

/** Length, name, data, and a checksum over name and data. */
function chunk(name: string, data: Uint8Array): Uint8Array {
  const body = Buffer.concat([Buffer.from(name, 'ascii'), data]);
  const result = Buffer.alloc(body.length + 8);
  result.writeUInt32BE(data.length, 0);
  body.copy(result, 4);
  result.writeUInt32BE(crc32(body), body.length + 4);
  return result;
}
