/*
 * A file in memory that tracks which blocks changed since they were last saved. Where a browser has
 * only IndexedDB instead of files, only changed blocks are saved.
 */

/** In bytes: four SQLite pages. Larger blocks open faster, smaller ones save faster. */
export const blockSize = 16_384;

/** What to save so that the file can be restored to one moment. The bytes are copies. */
export interface Written {
  /** The size of the file, in bytes. */
  readonly size: number;
  readonly blocks: ReadonlyMap<number, Uint8Array<ArrayBuffer>>;
}

export interface BlockFile {
  /** In bytes. */
  size(): number;
  /** Fills `into` from position `at` and pads it with zeros; returns the number of bytes found. */
  read(into: Uint8Array, at: number): number;
  write(from: Uint8Array, at: number): void;
  truncate(size: number): void;
  /** A counter that grows with every write. */
  moment(): number;
  /** Takes what changed since the last call. Call `saved` or `revert` before the next `take`. */
  take(): Written;
  /** Marks what was taken as saved. */
  saved(): void;
  /** Undoes everything since the last `saved`: what was taken, and what was written afterwards. */
  revert(): void;
}

/**
 * The earlier state: the length in bytes, and the old content of changed blocks; null if the block
 * did not exist.
 */
interface Undo {
  readonly length: number;
  readonly blocks: Map<number, Uint8Array<ArrayBuffer> | null>;
}

/** Creates a file from saved blocks, in order, of `blockSize` bytes each; `size` in bytes. */
export function createBlockFile(size = 0, blocks: readonly Uint8Array<ArrayBuffer>[] = []): BlockFile {
  const held = [...blocks];
  const changed = new Set<number>();
  let length = size;
  let moment = 0;
  let undo: Undo = { length, blocks: new Map() };
  /** The undo data of what was taken, until it is saved. */
  let taken: Undo | null = null;

  const remember = (index: number): void => {
    if (!undo.blocks.has(index)) undo.blocks.set(index, held[index]?.slice() ?? null);
  };

  /**
   * Visits the blocks that a range touches, with the block's index, the offset in it, the offset in
   * the range, and the number of bytes.
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
      // SQLite does not write pages that it freed immediately, so blocks for these pages must be
      // created here.
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
      // If the file grows again, old bytes beyond the end must not reappear.
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
