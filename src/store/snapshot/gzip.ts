import { type Bytes, inPieces } from '../../base/bytes.ts';

/** Thrown for compressed bytes that are truncated or changed. */
export class DamagedArchive extends Error {
  override readonly name = 'DamagedArchive';
}

/** Thrown for compressed bytes whose content is larger than the caller allows. */
export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

type Chunk = Uint8Array<ArrayBuffer>;

/**
 * Sends bytes through a stream of a kind that both Node and browsers have. Yields the output piece
 * by piece; throws DamagedArchive.
 */
async function* through(bytes: Bytes, stream: CompressionStream | DecompressionStream): AsyncGenerator<Chunk> {
  const pieces = inPieces(bytes);
  const source = new ReadableStream<Chunk>({
    pull(controller) {
      const { done, value } = pieces.next();
      if (done === true) controller.close();
      else controller.enqueue(value as Chunk);
    },
  });
  const reader = source.pipeThrough(stream).getReader();
  let isOpen = true;
  const next = async () => {
    try {
      const read = await reader.read();
      isOpen = !read.done;
      return read;
    } catch (error) {
      isOpen = false;
      // Node and browsers throw different errors here, always because the bytes are damaged.
      throw new DamagedArchive(error instanceof Error ? error.message : String(error));
    }
  };
  try {
    for (let { done, value } = await next(); !done; { done, value } = await next()) if (value !== undefined) yield value;
  } finally {
    if (isOpen) await reader.cancel();
  }
}

/** Collects all bytes. Rejects with TooLarge as soon as there are more than `most`. */
async function whole(chunks: AsyncIterable<Chunk>, most: number): Promise<Uint8Array> {
  const all: Chunk[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > most) throw new TooLarge(`more than ${most} bytes`);
    all.push(chunk);
  }
  return new Uint8Array(await new Blob(all).arrayBuffer());
}

export const gzip = (bytes: Uint8Array): Promise<Uint8Array> =>
  whole(through(bytes, new CompressionStream('gzip')), Number.POSITIVE_INFINITY);

const isGzip = (bytes: Bytes): boolean => {
  const [first, second] = bytes.subarray(0, Math.min(2, bytes.length));
  return first === 0x1f && second === 0x8b;
};

/**
 * Decompresses bytes; returns uncompressed ones as they are. Rejects with DamagedArchive, or with
 * TooLarge beyond `most` bytes.
 */
export async function gunzip(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  return isGzip(bytes) ? whole(unpacked(bytes), most) : bytes;
}

/** Like gunzip, but passes the bytes piece by piece to `take`. */
export async function gunzipInto(bytes: Bytes, take: (piece: Uint8Array) => void): Promise<void> {
  if (isGzip(bytes)) for await (const piece of unpacked(bytes)) take(piece);
  else for (const piece of inPieces(bytes)) take(piece);
}

const unpacked = (bytes: Bytes): AsyncIterable<Chunk> => through(bytes, new DecompressionStream('gzip'));
