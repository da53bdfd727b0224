/**
 * Bytes that may be on a disk: `subarray` reads a range of them, and throws if it cannot be read.
 */
export type Bytes = Pick<Uint8Array, 'length' | 'subarray'>;

export const wholeOf = (bytes: Bytes): Uint8Array => bytes.subarray(0, bytes.length);

/** A range of bytes, read on demand. */
export const part = (bytes: Bytes, from: number, to: number): Bytes => ({
  length: to - from,
  subarray: (begin = 0, end = to - from) => bytes.subarray(from + begin, from + end) as ReturnType<Bytes['subarray']>,
});

/** The number of bytes read together. */
export const pieceSize = 2 ** 18;

/** Reads all bytes, piece by piece. */
export function* inPieces(bytes: Bytes, size = pieceSize): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, Math.min(from + size, bytes.length));
}

/** Bytes that are read mostly in sequence: each read fetches the following bytes too. */
export class BufferedBytes {
  readonly #bytes: Bytes;
  /** The piece that was read last, and its position. */
  #piece: { readonly from: number; readonly bytes: Uint8Array } = { from: 0, bytes: new Uint8Array() };

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  get length(): number {
    return this.#bytes.length;
  }

  /** The position of the text, after a byte order mark if there is one. */
  get textStart(): number {
    return this.byte(0) === 0xef && this.byte(1) === 0xbb && this.byte(2) === 0xbf ? 3 : 0;
  }

  /** The position of the next such byte, starting at `from`; -1: none. */
  indexOf(byte: number, from: number): number {
    for (let at = from; at < this.length; ) {
      this.byte(at);
      const { from: begins, bytes } = this.#piece;
      const found = bytes.indexOf(byte, at - begins);
      if (found >= 0) return begins + found;
      at = begins + bytes.length;
    }
    return -1;
  }

  /** The byte at a position; -1 beyond the end. */
  byte(at: number): number {
    const { from, bytes } = this.#piece;
    if (at >= from && at < from + bytes.length) return bytes[at - from] as number;
    return at < this.length ? (this.read(at, at + 1)[0] as number) : -1;
  }

  read(from: number, to: number): Uint8Array {
    const { from: known, bytes } = this.#piece;
    if (from >= known && to <= known + bytes.length) return bytes.subarray(from - known, to - known);
    const more = this.#bytes.subarray(from, Math.min(Math.max(to, from + pieceSize), this.length));
    this.#piece = { from, bytes: more };
    return more.subarray(0, to - from);
  }
}
