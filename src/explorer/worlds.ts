import { Growing } from './growing.ts';

/** The offset of every so manyth key is kept: the others follow from the lengths. */
const stride = 4;

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
  #slots = new Int32Array(1 << 12).fill(-1);
  /** By slot a part of the hash, so that few keys are compared. */
  #marks = new Uint8Array(1 << 12);
  #written = new Uint8Array(64);

  /** Bytes that the worlds take, traces included. */
  get bytes(): number {
    return this.#used + Math.ceil(this.count / stride) * 4 + this.count * 8 + this.#slots.length * 5;
  }

  /** The number of the world with this key; below zero: it is not there, and `add` puts it in. */
  find(key: readonly number[]): number {
    const length = this.#write(key);
    return this.#probe(length);
  }

  #write(key: readonly number[]): number {
    if (this.#written.length < key.length * 5) this.#written = new Uint8Array(key.length * 10);
    const written = this.#written;
    let length = 0;
    for (const value of key) {
      let rest = value;
      while (rest >= 128) {
        written[length++] = (rest & 127) | 128;
        rest >>>= 7;
      }
      written[length++] = rest;
    }
    return length;
  }

  #hash(bytes: Uint8Array, from: number, to: number): number {
    let hash = 0x811c9dc5;
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
    hash ^= hash >>> 15;
    hash = Math.imul(hash, 0x2c1b3c6d);
    return (hash ^ (hash >>> 13)) >>> 0;
  }

  #lastProbe = 0;
  #lastLength = 0;
  #lastMark = 0;

  #probe(length: number): number {
    const mask = this.#slots.length - 1;
    const hash = this.#hash(this.#written, 0, length);
    const mark = hash >>> 24;
    let place = hash & mask;
    for (;;) {
      const world = this.#slots[place] as number;
      if (world < 0) break;
      if (this.#marks[place] === mark && this.#equals(world, length)) return world;
      place = (place + 1) & mask;
    }
    this.#lastProbe = place;
    this.#lastMark = mark;
    this.#lastLength = length;
    return -1;
  }

  #equals(world: number, length: number): boolean {
    let at = this.#startOf(world);
    const bytes = this.#bytes;
    if (this.#lengthAt(at) !== length) return false;
    at += 2;
    const written = this.#written;
    for (let one = 0; one < length; one++) if (bytes[at + one] !== written[one]) return false;
    return true;
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
  add(parent: number, step: number): number {
    const length = this.#lastLength;
    if (length > 0xffff) throw new RangeError('A world of this size cannot be kept: use fewer records.');
    while (this.#used + length + 2 > this.#bytes.length) {
      const more = new Uint8Array(this.#bytes.length * 2);
      more.set(this.#bytes);
      this.#bytes = more;
    }
    const world = this.count++;
    if (world % stride === 0) this.#offsets.set(world / stride, this.#used);
    this.#bytes[this.#used++] = length & 255;
    this.#bytes[this.#used++] = length >> 8;
    this.#bytes.set(this.#written.subarray(0, length), this.#used);
    this.#used += length;
    this.parents.set(world, parent);
    this.steps.set(world, step);
    this.#slots[this.#lastProbe] = world;
    this.#marks[this.#lastProbe] = this.#lastMark;
    if (this.count * 3 > this.#slots.length * 2) this.#grow();
    return world;
  }

  #grow(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const marks = new Uint8Array(slots.length);
    const mask = slots.length - 1;
    for (let world = 0; world < this.count; world++) {
      const at = this.#startOf(world);
      const hash = this.#hash(this.#bytes, at + 2, at + 2 + this.#lengthAt(at));
      let place = hash & mask;
      while ((slots[place] as number) >= 0) place = (place + 1) & mask;
      slots[place] = world;
      marks[place] = hash >>> 24;
    }
    this.#slots = slots;
    this.#marks = marks;
  }

  /** The key of a world. */
  key(world: number): number[] {
    const from = this.#startOf(world);
    const end = from + 2 + this.#lengthAt(from);
    const key: number[] = [];
    for (let at = from + 2; at < end; ) {
      let value = 0;
      let shift = 0;
      for (;;) {
        const byte = this.#bytes[at++] as number;
        value |= (byte & 127) << shift;
        if (byte < 128) break;
        shift += 7;
      }
      key.push(value);
    }
    return key;
  }
}
