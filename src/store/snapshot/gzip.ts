/** Thrown for packed bytes that are cut off or were changed. */
export class NotWhole extends Error {
  override readonly name = 'NotWhole';
}

/** Streams know it in Node and in browsers. */
const through = async (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream)).arrayBuffer());

export const gzip = (bytes: Uint8Array): Promise<Uint8Array> => through(bytes, new CompressionStream('gzip'));

/** Gives bytes that are not packed as they are. Rejects with NotWhole. */
export async function gunzip(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return await through(bytes, new DecompressionStream('gzip'));
  } catch (error) {
    // Node and browsers throw different errors here, all for this reason.
    throw new NotWhole(error instanceof Error ? error.message : String(error));
  }
}
