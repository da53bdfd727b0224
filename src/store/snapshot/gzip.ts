/** Thrown for packed bytes that are cut off or were changed. */
export class NotWhole extends Error {
  override readonly name = 'NotWhole';
}

/** Thrown for packed bytes that hold more than the caller takes. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

/**
 * Node and browsers both have these streams. Rejects with TooLarge as soon as more than `most`
 * bytes come out.
 */
async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    if (value === undefined) continue;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new TooLarge(`more than ${most} bytes`);
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

export const gzip = (bytes: Uint8Array): Promise<Uint8Array> => through(bytes, new CompressionStream('gzip'), Number.POSITIVE_INFINITY);

/**
 * Returns uncompressed bytes as they are. Rejects with NotWhole, or TooLarge beyond `most` bytes.
 */
export async function gunzip(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await through(bytes, new DecompressionStream('gzip'), most);
  } catch (error) {
    if (error instanceof TooLarge) throw error;
    // Node and browsers throw different errors here, all for this reason.
    throw new NotWhole(error instanceof Error ? error.message : String(error));
  }
}
