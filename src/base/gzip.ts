/** Where this program is used, streams know it: Node and browsers. */
const through = async (bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> =>
  new Uint8Array(await new Response(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(stream)).arrayBuffer());

export const gzip = (bytes: Uint8Array): Promise<Uint8Array> => through(bytes, new CompressionStream('gzip'));

/** Gives bytes that are not packed as they are. Rejects where they are, but not whole. */
export const gunzip = async (bytes: Uint8Array): Promise<Uint8Array> =>
  bytes[0] === 0x1f && bytes[1] === 0x8b ? through(bytes, new DecompressionStream('gzip')) : bytes;
