import { GrowingArray } from './growing-array.ts';

/** The most hashes that one `fetch` accepts. */
export const mostFetched = 256;

/** The most worlds that can be kept. */
export const mostWorlds = 2 ** 24 - 1;

/**
 * The worlds of a search, each stored once: its key, and the world and step it was reached from.
 * Keys are lists of integers; all are stored with one byte per number, or with two or four once one
 * number needs them.
 */
export class Worlds {
  count = 0;
  /** The keys, one after another. */
  #numbers: Uint8Array | Uint16Array | Int32Array = new Uint8Array(1 << 16);
  /** By world, where its key begins; it ends where the next one begins. */
  readonly #starts = new GrowingArray();
  readonly #hashes = new GrowingArray();
  readonly parents = new GrowingArray();
  readonly steps = new GrowingArray();
  /**
   * A hash table of worlds. The upper eight bits are part of the hash, so few keys are compared.
   */
  #slots = new Int32Array(1 << 12).fill(-1);
  /** The length of the longest key. */
  longest = 0;

  /** The total length of all keys. */
  get total(): number {
    return this.#starts.values[this.count] as number;
  }

  /** Bytes that the worlds occupy, including what traces need. */
  get bytes(): number {
    return this.total * this.#numbers.BYTES_PER_ELEMENT + this.count * 16 + this.#slots.length * 4;
  }

  /**
   * The number of the world with this key, whose hash must be `hashOf` it; below zero if it is not
   * there, and then `add` puts it in.
   */
  find(key: Int32Array, size: number, hash: number): number {
    const mask = this.#slots.length - 1;
    const slots = this.#slots;
    let place = spread(hash) & mask;
    for (;;) {
      const slot = slots[place] as number;
      if (slot === -1) break;
      if ((slot ^ hash) >>> 24 === 0 && this.#equals(slot & mostWorlds, key, size)) return slot & mostWorlds;
      place = (place + 1) & mask;
    }
    this.#place = place;
    this.#hash = hash;
    return -1;
  }

  /** Set by `find` for the key that it did not find. */
  #place = 0;
  #hash = 0;

  /**
   * Prefetches the memory that `find` reads for these hashes: the waits for memory then overlap
   * instead of following one another.
   */
  fetch(hashes: Int32Array, count: number): void {
    const mask = this.#slots.length - 1;
    const slots = this.#slots;
    const fetched = this.#fetched;
    const starts = this.#starts.values;
    for (let at = 0; at < count; at++) fetched[at] = slots[spread(hashes[at] as number) & mask] as number;
    let all = 0;
    for (let at = 0; at < count; at++) {
      const slot = fetched[at] as number;
      if (slot !== -1) all ^= this.#numbers[starts[slot & mostWorlds] as number] as number;
    }
    fetched[0] = all;
  }

  /** Stores what `fetch` reads, so that the reads are not optimised away. */
  readonly #fetched = new Int32Array(mostFetched);

  #equals(world: number, key: Int32Array, size: number): boolean {
    const starts = this.#starts.values;
    const start = starts[world] as number;
    if ((starts[world + 1] as number) !== start + size) return false;
    const numbers = this.#numbers;
    for (let at = 0; at < size; at++) if (numbers[start + at] !== key[at]) return false;
    return true;
  }

  /** Adds the key that `find` has just not found, and returns the world's number. */
  add(key: Int32Array, size: number, parent: number, step: number): number {
    const start = this.total;
    const bytes = bytesFor(key, size);
    if (start + size > this.#numbers.length || bytes > this.#numbers.BYTES_PER_ELEMENT) this.#widen(bytes, start + size);
    const numbers = this.#numbers;
    for (let at = 0; at < size; at++) numbers[start + at] = key[at] as number;
    const world = this.count++;
    this.#starts.set(this.count, start + size);
    this.longest = Math.max(this.longest, size);
    this.#hashes.set(world, this.#hash);
    this.parents.set(world, parent);
    this.steps.set(world, step);
    this.#slots[this.#place] = (this.#hash & ~mostWorlds) | world;
    if (this.count * 3 > this.#slots.length * 2) this.#grow();
    return world;
  }

  /** Makes room for `room` numbers of `bytes` bytes each. */
  #widen(bytes: number, room: number): void {
    const { length, BYTES_PER_ELEMENT: before } = this.#numbers;
    const Numbers = [Uint8Array, Uint16Array, Int32Array][Math.log2(Math.max(bytes, before))] ?? Int32Array;
    const more = new Numbers(room > length ? Math.max(room, length * 2) : length);
    more.set(this.#numbers);
    this.#numbers = more;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    const hashes = this.#hashes.values;
    for (let world = 0; world < this.count; world++) {
      const hash = hashes[world] as number;
      let place = spread(hash) & mask;
      while (slots[place] !== -1) place = (place + 1) & mask;
      slots[place] = (hash & ~mostWorlds) | world;
    }
    this.#slots = slots;
  }

  /**
   * Writes the key of a world into `key`, which must have room for `longest` numbers; returns its
   * length.
   */
  read(world: number, key: Int32Array): number {
    const start = this.#starts.values[world] as number;
    const size = (this.#starts.values[world + 1] as number) - start;
    const numbers = this.#numbers;
    for (let at = 0; at < size; at++) key[at] = numbers[start + at] as number;
    return size;
  }
}

/** The bytes that the greatest of these numbers needs: 1, 2 or 4. */
function bytesFor(key: Int32Array, size: number): number {
  let all = 0;
  for (let at = 0; at < size; at++) all |= key[at] as number;
  return all < 0x100 ? 1 : all < 0x10000 ? 2 : 4;
}

/** The contribution of one number of the key to its hash, which combines them all with XOR. */
export function hashAt(at: number, value: number): number {
  let hash = Math.imul(value + 1, 0x9e3779b1) ^ Math.imul(at + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

export function hashOf(key: Int32Array, size: number): number {
  let hash = 0;
  for (let at = 0; at < size; at++) hash ^= hashAt(at, key[at] as number);
  return hash;
}

const spread = (hash: number): number => hash ^ (hash >>> 16);
