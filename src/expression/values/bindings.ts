import type { Type } from '../types/type.ts';

/**
 * Bound names in two layers, where `own` hides `outer`. Reads through to both without copying, so
 * that a scenario with thousands of steps over thousands of examples costs no more than its own
 * names. Names added to `own` later are visible.
 */
export class Bindings implements ReadonlyMap<string, Type> {
  readonly #outer: ReadonlyMap<string, Type>;
  readonly #own: ReadonlyMap<string, Type>;

  constructor(outer: ReadonlyMap<string, Type>, own: ReadonlyMap<string, Type>) {
    this.#outer = outer;
    this.#own = own;
  }

  get size(): number {
    let size = this.#outer.size;
    for (const name of this.#own.keys()) if (!this.#outer.has(name)) size++;
    return size;
  }

  get(name: string): Type | undefined {
    return this.#own.get(name) ?? this.#outer.get(name);
  }

  has(name: string): boolean {
    return this.#own.has(name) || this.#outer.has(name);
  }

  /** Lists own names first. */
  *entries(): MapIterator<[string, Type]> {
    yield* this.#own;
    for (const entry of this.#outer) if (!this.#own.has(entry[0])) yield entry;
    return undefined;
  }

  *keys(): MapIterator<string> {
    for (const [name] of this.entries()) yield name;
    return undefined;
  }

  *values(): MapIterator<Type> {
    for (const [, type] of this.entries()) yield type;
    return undefined;
  }

  forEach(run: (type: Type, name: string, map: ReadonlyMap<string, Type>) => void): void {
    for (const [name, type] of this.entries()) run(type, name, this);
  }

  [Symbol.iterator](): MapIterator<[string, Type]> {
    return this.entries();
  }
}
