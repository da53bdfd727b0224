/**
 * A list that keeps its numbering when things are released, so that a long transaction needs no
 * more memory than a short one.
 */
export class Places<T> {
  /** Things from this place on are in the list; some of those before it are kept in the map. */
  #from = 0;
  #list: T[] = [];
  readonly #kept = new Map<number, T>();

  get length(): number {
    return this.#from + this.#list.length;
  }

  at(place: number): T | undefined {
    return place < this.#from ? this.#kept.get(place) : this.#list[place - this.#from];
  }

  push(thing: T): void {
    this.#list.push(thing);
  }

  /** Replaces the thing at a place, or appends it. */
  put(place: number, thing: T): void {
    if (place > this.length) throw new RangeError(`place ${place} comes after ${this.length}`);
    if (place < this.#from) this.#kept.set(place, thing);
    else this.#list[place - this.#from] = thing;
  }

  after(place: number): readonly T[] {
    return this.#list.slice(Math.max(0, place - this.#from));
  }

  /** Releases the things from one place up to another. */
  letGo(from: number, to: number): void {
    const end = Math.min(to, this.length);
    for (let place = this.#from; place < Math.min(from, end); place++) this.#kept.set(place, this.#list[place - this.#from] as T);
    for (let place = from; place < Math.min(this.#from, end); place++) this.#kept.delete(place);
    if (end > this.#from) {
      this.#list = this.#list.slice(end - this.#from);
      this.#from = end;
    }
  }
}
