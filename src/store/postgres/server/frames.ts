/** Messages of the server as they come in, in whatever pieces. Each is a letter, its length and its body (Postgres documentation, “Message Formats”). */
export class Frames {
  #buffer = Buffer.allocUnsafe(16_384);
  #length = 0;
  /** Where the first message begins that is not whole yet. */
  #whole = 0;

  push(piece: Uint8Array): void {
    const needed = this.#length + piece.length;
    if (needed > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    this.#buffer.set(piece, this.#length);
    this.#length = needed;
  }

  /** The next whole message; null: there is none yet. The body lies in the buffer until `take`. */
  next(): { readonly code: string; readonly body: Buffer } | null {
    const at = this.#whole;
    if (at + 5 > this.#length) return null;
    const end = at + 1 + this.#buffer.readInt32BE(at + 1);
    if (end > this.#length) return null;
    this.#whole = end;
    return { code: String.fromCharCode(this.#buffer[at] ?? 0), body: this.#buffer.subarray(at + 5, end) };
  }

  /** Everything that `next` has gone over, as bytes of their own. */
  take(): Uint8Array<ArrayBuffer> {
    const taken = new Uint8Array(this.#whole);
    taken.set(this.#buffer.subarray(0, this.#whole));
    this.#buffer.copy(this.#buffer, 0, this.#whole, this.#length);
    this.#length -= this.#whole;
    this.#whole = 0;
    return taken;
  }

  get bytes(): number {
    return this.#length;
  }
}
