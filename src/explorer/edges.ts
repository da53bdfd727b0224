import { Growing } from './growing.ts';

/** More are not kept, about 50 MB: what needs them is answered for a smaller world. */
const mostEdges = 4_000_000;

/** The steps from world to world, for questions about what can still be reached. */
export class Edges {
  count = 0;
  /** False: there were too many. */
  whole = true;
  /** Worlds from which a step leads out of the bound. */
  readonly beyond = new Set<number>();
  readonly #from = new Growing();
  readonly #to = new Growing();
  readonly #lists = new Growing();
  readonly #places: (readonly number[])[] = [];
  #last: { readonly places: readonly number[] | null; readonly list: number } = { places: null, list: -1 };
  readonly #known = new Map<number | string, number>();

  add(from: number, to: number, places: readonly number[], waits: boolean): void {
    if (this.count >= mostEdges) this.whole = false;
    if (!this.whole) return;
    // Where no record changes its slot it is the same list again and again.
    const list = places === this.#last.places ? this.#last.list : this.#listOf(places);
    if (places !== this.#last.places) this.#last = { places, list };
    this.#from.set(this.count, from);
    this.#to.set(this.count, to);
    this.#lists.set(this.count, list * 2 + (waits ? 1 : 0));
    this.count++;
  }

  #listOf(places: readonly number[]): number {
    const key = numbered(places);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const list = this.#places.push(places) - 1;
    this.#known.set(key, list);
    return list;
  }

  from(edge: number): number {
    return this.#from.values[edge] ?? 0;
  }

  to(edge: number): number {
    return this.#to.values[edge] ?? 0;
  }

  /** Did only time pass? */
  waits(edge: number): boolean {
    return ((this.#lists.values[edge] ?? 0) & 1) === 1;
  }

  /** By slot before, the slot now; -1: gone. */
  places(edge: number): readonly number[] {
    return this.#places[(this.#lists.values[edge] ?? 0) >> 1] ?? [];
  }

  /** Edges by the world that they lead to. */
  into(worlds: number): (world: number) => readonly number[] {
    const next = new Int32Array(this.count).fill(-1);
    const first = new Int32Array(worlds).fill(-1);
    for (let edge = this.count - 1; edge >= 0; edge--) {
      const to = this.to(edge);
      next[edge] = first[to] ?? -1;
      first[to] = edge;
    }
    return (world) => {
      const found: number[] = [];
      for (let edge = first[world] ?? -1; edge >= 0; edge = next[edge] ?? -1) found.push(edge);
      return found;
    };
  }
}

/** A name for a list of slots: a number where it fits. */
function numbered(places: readonly number[]): number | string {
  const base = places.length + 8;
  let code = 0;
  for (const place of places) {
    code = code * base + place + 2;
    if (place + 2 >= base || code > 2 ** 46) return places.join();
  }
  return code * 64 + places.length;
}
