/**
 * A hash table from keys to row positions, in 12 to 24 bytes per record however long the ids are.
 * It compares 64 bits of a hash, which two of ten million ids share less than once in a hundred
 * thousand imports.
 */
export class RowIds {
  #first = new Uint32Array(1024);
  #second = new Uint32Array(1024);
  /** Positions, from 1; 0: free. */
  #places = new Uint32Array(1024);
  #count = 0;

  /** The position of this key; -1: none. */
  find(key: string): number {
    return (this.#places[this.#slotOf(...hashOf(key))] as number) - 1;
  }

  /** Adds the position of a key. Returns the key's earlier position, which stays; -1: none. */
  add(key: string, place: number): number {
    const [first, second] = hashOf(key);
    const slot = this.#slotOf(first, second);
    const known = this.#places[slot] as number;
    if (known > 0) return known - 1;
    this.#put(slot, first, second, place + 1);
    this.#count++;
    if (this.#count * 2 > this.#places.length) this.#grow();
    return -1;
  }

  #put(slot: number, first: number, second: number, place: number): void {
    this.#first[slot] = first;
    this.#second[slot] = second;
    this.#places[slot] = place;
  }

  /** The slot of a key, or the free slot for it. */
  #slotOf(first: number, second: number): number {
    const mask = this.#places.length - 1;
    let slot = first & mask;
    while (this.#places[slot] !== 0 && (this.#first[slot] !== first || this.#second[slot] !== second)) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const [firsts, seconds, places] = [this.#first, this.#second, this.#places];
    const length = places.length * 2;
    [this.#first, this.#second, this.#places] = [new Uint32Array(length), new Uint32Array(length), new Uint32Array(length)];
    for (const [slot, place] of places.entries()) {
      if (place === 0) continue;
      const [first, second] = [firsts[slot] as number, seconds[slot] as number];
      this.#put(this.#slotOf(first, second), first, second, place);
    }
  }
}

/** A hash of 2 × 32 bits, mixed as in MurmurHash3. */
function hashOf(text: string): readonly [number, number] {
  let [first, second] = [0x9e3779b9, 0x85ebca6b];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    first = Math.imul(first ^ unit, 0x9e3779b1);
    first ^= first >>> 15;
    second = Math.imul(second ^ unit, 0xc2b2ae3d);
    second ^= second >>> 13;
  }
  return [mixed(first ^ Math.imul(second, 5)), mixed(second)];
}

function mixed(bits: number): number {
  let hash = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
