/*
 * A file in memory, in blocks, that tracks which blocks changed since they were last saved: where a
 * browser has no files but IndexedDB, only changed blocks are saved.
 */

/** In bytes; four of SQLite's pages. Larger blocks open faster, smaller ones save faster. */
export const blockSize = 16_384;

/** What has to be kept for the file to be as it was at one moment. The bytes are copies. */
export interface Written {
  /** Of the file, in bytes. */
  readonly size: number;
  readonly blocks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>;
}

export interface BlockFile {
  /** In bytes. */
  size(): number;
  /**
   * Fills `into` from position `at`, and the rest with zeros; returns the number of bytes found.
   */
  read(into: Uint8Array, at: number): number;
  write(from: Uint8Array, at: number): void;
  truncate(size: number): void;
  /** Grows with everything that is written. */
  moment(): number;
  /** What was written since the last call. `saved` or `revert` must follow before the next one. */
  take(): Written;
  /** What was taken is persistent. */
  saved(): void;
  /** Undoes everything since the last `saved`: what was taken, and what was written after that. */
  revert(): void;
}

/** The file as it was: its length in bytes, and the blocks changed since; null: there was none. */
interface Undo {
  readonly length: number;
  readonly blocks: Map<number, Uint8Array<ArrayBuffer> | null>;
}

/** `blocks`: what was kept before, the first block first, each of `blockSize` bytes. */
export function createBlockFile(size = 0, blocks: readonly Uint8Array<ArrayBuffer>[] = []): BlockFile {
  const held = [...blocks];
  const changed = new Set<number>();
  let length = size;
  let moment = 0;
  let undo: Undo = { length, blocks: new Map() };
  /** Of what was taken, until it is saved. */
  let taken: Undo | null = null;

  const remember = (index: number): void => {
    if (!undo.blocks.has(index)) undo.blocks.set(index, held[index]?.slice() ?? null);
  };

  /**
   * The blocks that a range touches: which block, the offset in it, the offset in the range, and
   * the number of bytes.
   */
  const across = (at: number, count: number, visit: (index: number, inside: number, done: number, bytes: number) => void): void => {
    for (let done = 0; done < count; ) {
      const inside = (at + done) % blockSize;
      const bytes = Math.min(blockSize - inside, count - done);
      visit((at + done - inside) / blockSize, inside, done, bytes);
      done += bytes;
    }
  };

  return {
    size: () => length,
    read(into, at) {
      const there = Math.max(0, Math.min(into.length, length - at));
      across(at, there, (index, inside, done, bytes) => {
        const block = held[index];
        if (block === undefined) throw new Error(`block ${index} of a file of ${length} bytes is missing`);
        into.set(block.subarray(inside, inside + bytes), done);
      });
      into.fill(0, there);
      return there;
    },
    write(from, at) {
      moment++;
      // SQLite does not write pages that it freed immediately, so a block of such pages must exist
      // all the same.
      for (let index = held.length; index * blockSize < at; index++) {
        remember(index);
        held[index] = new Uint8Array(blockSize);
        changed.add(index);
      }
      across(at, from.length, (index, inside, done, bytes) => {
        remember(index);
        const block = held[index] ?? new Uint8Array(blockSize);
        held[index] = block;
        block.set(from.subarray(done, done + bytes), inside);
        changed.add(index);
      });
      length = Math.max(length, at + from.length);
    },
    truncate(size) {
      if (size >= length) return;
      moment++;
      for (let index = Math.floor(size / blockSize); index < held.length; index++) remember(index);
      length = size;
      held.length = Math.min(held.length, Math.ceil(size / blockSize));
      // What lay behind the end is not there again when the file grows.
      const last = held[Math.floor(size / blockSize)];
      if (last !== undefined) {
        last.fill(0, size % blockSize);
        changed.add(Math.floor(size / blockSize));
      }
    },
    moment: () => moment,
    take() {
      const blocks = new Map<number, Uint8Array<ArrayBuffer>>();
      for (const index of changed) {
        const block = held[index];
        if (block !== undefined) blocks.set(index, block.slice());
      }
      changed.clear();
      taken = undo;
      undo = { length, blocks: new Map() };
      return { size: length, blocks };
    },
    saved() {
      taken = null;
    },
    revert() {
      moment++;
      for (const { blocks, length: before } of taken === null ? [undo] : [undo, taken]) {
        for (const [index, block] of blocks) if (block !== null) held[index] = block;
        length = before;
      }
      held.length = Math.min(held.length, Math.ceil(length / blockSize));
      changed.clear();
      taken = null;
      undo = { length, blocks: new Map() };
    },
  };
}
