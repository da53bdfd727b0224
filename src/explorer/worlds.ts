import { Growing } from './growing.ts';

/** The offset of every so manyth key is kept: the others follow from the lengths. */
const stride = 4;

/** More hashes are not fetched at once. */
export const mostFetched = 256;

/** More worlds cannot be kept. */
export const mostWorlds = 2 ** 24 - 1;

/**
 * The worlds of a search, each once: its key, and the world and the step it was reached with. A key
 * is a list of small numbers, which take one byte below 128.
 */
export class Worlds {
  count = 0;
  #bytes = new Uint8Array(1 << 16);
  #used = 0;
  readonly #offsets = new Growing();
  readonly parents = new Growing();
  readonly steps = new Growing();
  /** Worlds; in the upper eight bits a part of the hash, so that few keys are compared. */
  #slots = new Int32Array(1 << 12).fill(-1);
  /** The most numbers that a key has. */
  longest = 0;
  /** The numbers of all keys together. */
  total = 0;

  /** Bytes that the worlds take, traces included. */
  get bytes(): number {
    return this.#used + Math.ceil(this.count / stride) * 4 + this.count * 8 + this.#slots.length * 4;
  }

  /**
   * The number of the world with this key, whose hash is `hashOf` it; below zero: it is not there,
   * and `add` puts it in.
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

  /** Of the key that `find` has not found just now. */
  #place = 0;
  #hash = 0;

  /**
   * Fetches what `find` looks at for these hashes: one after the other it would wait for the memory
   * each time, so it waits once for all of them.
   */
  fetch(hashes: Int32Array, count: number): void {
    const mask = this.#slots.length - 1;
    const slots = this.#slots;
    const fetched = this.#fetched;
    for (let at = 0; at < count; at++) fetched[at] = slots[spread(hashes[at] as number) & mask] as number;
    let all = 0;
    for (let at = 0; at < count; at++) {
      const slot = fetched[at] as number;
      if (slot !== -1) all ^= this.#bytes[this.#startOf(slot & mostWorlds)] as number;
    }
    fetched[0] = all;
  }

  /** Keeps what `fetch` reads, which would be left out otherwise. */
  readonly #fetched = new Int32Array(mostFetched);

  #equals(world: number, key: Int32Array, size: number): boolean {
    const start = this.#startOf(world);
    const bytes = this.#bytes;
    const length = this.#lengthAt(start);
    let at = start + 2;
    if (length === size) {
      // Every number takes one byte.
      for (let one = 0; one < size; one++) if (bytes[at + one] !== key[one]) return false;
      return true;
    }
    const end = at + length;
    for (let one = 0; one < size; one++) {
      if (at >= end) return false;
      let value = bytes[at++] as number;
      if (value >= 128) {
        value &= 127;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++] as number;
          value |= (byte & 127) << shift;
          if (byte < 128) break;
        }
      }
      if (value !== key[one]) return false;
    }
    return at === end;
  }

  #lengthAt(at: number): number {
    return (this.#bytes[at] as number) | ((this.#bytes[at + 1] as number) << 8);
  }

  /** Where the key of a world begins, with its length. */
  #startOf(world: number): number {
    let at = this.#offsets.values[Math.floor(world / stride)] as number;
    for (let more = world % stride; more > 0; more--) at += 2 + this.#lengthAt(at);
    return at;
  }

  /** Adds the key that `find` has not found just now. */
  add(key: Int32Array, size: number, parent: number, step: number): number {
    while (this.#used + size * 5 + 2 > this.#bytes.length) {
      const more = new Uint8Array(this.#bytes.length * 2);
      more.set(this.#bytes);
      this.#bytes = more;
    }
    const world = this.count++;
    if (world % stride === 0) this.#offsets.set(world / stride, this.#used);
    const bytes = this.#bytes;
    let at = this.#used + 2;
    for (let one = 0; one < size; one++) {
      let rest = key[one] as number;
      while (rest >= 128) {
        bytes[at++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      bytes[at++] = rest;
    }
    const length = at - this.#used - 2;
    if (length > 0xffff) throw new RangeError('A world of this size cannot be kept: use fewer records.');
    bytes[this.#used] = length & 255;
    bytes[this.#used + 1] = length >> 8;
    this.#used = at;
    this.total += size;
    this.longest = Math.max(this.longest, size);
    this.parents.set(world, parent);
    this.steps.set(world, step);
    this.#slots[this.#place] = (this.#hash & ~mostWorlds) | world;
    if (this.count * 3 > this.#slots.length * 2) this.#grow();
    return world;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    const key = new Int32Array(this.longest);
    for (let world = 0; world < this.count; world++) {
      const hash = hashOf(key, this.read(world, key));
      let place = spread(hash) & mask;
      while (slots[place] !== -1) place = (place + 1) & mask;
      slots[place] = (hash & ~mostWorlds) | world;
    }
    this.#slots = slots;
  }

  /** Writes the key of a world into `key`, which has room for `longest` numbers; gives how many. */
  read(world: number, key: Int32Array): number {
    const from = this.#startOf(world);
    const end = from + 2 + this.#lengthAt(from);
    const bytes = this.#bytes;
    let size = 0;
    for (let at = from + 2; at < end; ) {
      let value = bytes[at++] as number;
      if (value >= 128) {
        value &= 127;
        for (let shift = 7; ; shift += 7) {
          const byte = bytes[at++] as number;
          value |= (byte & 127) << shift;
          if (byte < 128) break;
        }
      }
      key[size++] = value;
    }
    return size;
  }
}

/** The part of a hash that one number of the key makes: all of them together are the hash. */
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
