import type { Value } from '../values/value.ts';

/** Bound names plus one more, without copying them: macros create one per list element. */
export class BoundName implements ReadonlyMap<string, Value> {
  readonly #outer: ReadonlyMap<string, Value>;
  readonly #name: string;
  readonly #value: Value;

  constructor(outer: ReadonlyMap<string, Value>, name: string, value: Value) {
    this.#outer = outer;
    this.#name = name;
    this.#value = value;
  }

  get(name: string): Value | undefined {
    return name === this.#name ? this.#value : this.#outer.get(name);
  }

  has(name: string): boolean {
    return name === this.#name || this.#outer.has(name);
  }

  get size(): number {
    return this.#outer.size + (this.#outer.has(this.#name) ? 0 : 1);
  }

  #whole(): Map<string, Value> {
    return new Map(this.#outer).set(this.#name, this.#value);
  }

  forEach(each: (value: Value, name: string, all: ReadonlyMap<string, Value>) => void): void {
    this.#whole().forEach(each);
  }

  entries(): MapIterator<[string, Value]> {
    return this.#whole().entries();
  }

  keys(): MapIterator<string> {
    return this.#whole().keys();
  }

  values(): MapIterator<Value> {
    return this.#whole().values();
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }
}
