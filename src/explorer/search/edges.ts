import { GrowingArray } from '../world/growing-array.ts';

/** About 50 MB. A search with more edges is answered for a smaller world. */
const mostEdges = 4_000_000;

export type SlotMap = number | (() => ArrayLike<number>);

const later = -1;

/** What causes a step: a person, time that passes, or another service that answers. */
export type Cause = 'person' | 'time' | 'service';

const causes: readonly Cause[] = ['person', 'time', 'service'];

/** The steps between worlds, for questions about what can still be reached. */
export class Edges {
  count = 0;
  /** False once there were too many; then no edges are kept. */
  whole = true;
  /**
   * Worlds from which a step leaves the bound because one of its effects creates too many records.
   */
  readonly beyond = new Set<number>();
  #from = new GrowingArray();
  #to = new GrowingArray();
  /** The slot list and the cause of each edge; `later` while the target of the edge is unknown. */
  #lists = new GrowingArray();
  readonly #places: (readonly number[])[] = [];
  readonly #same: number[] = [];
  readonly #known = new Map<number | string, number>();
  readonly #most: number;

  /** `most`: the limit above which no edges are kept. */
  constructor(most = mostEdges) {
    this.#most = most;
  }

  /**
   * `places`: the new slot of each previous slot (-1: deleted), or the number of slots if no record
   * changed its slot.
   */
  add(from: number, to: number, places: SlotMap, by: Cause): void {
    if (this.whole) this.#put(from, to, this.#listFor(places) * causes.length + causes.indexOf(by));
  }

  /** Adds the edge of a step (by its number) to a world already known, for `settle` to resolve. */
  defer(from: number, step: number): void {
    if (this.whole) this.#put(from, step, later);
  }

  #put(from: number, to: number, list: number): void {
    if (this.count >= this.#most) {
      this.lose();
      return;
    }
    this.#from.set(this.count, from);
    this.#to.set(this.count, to);
    this.#lists.set(this.count, list);
    this.count++;
  }

  /** Drops all edges, because some are missing. */
  lose(): void {
    this.whole = false;
    this.count = 0;
    this.#from = new GrowingArray();
    this.#to = new GrowingArray();
    this.#lists = new GrowingArray();
  }

  /** Resolves deferred edges: `find` returns where a step leads; -1 (unknown) drops all edges. */
  settle(find: (from: number, step: number) => { readonly to: number; readonly places: SlotMap }): void {
    for (let edge = 0; edge < this.count; edge++) {
      if (this.#lists.values[edge] !== later) continue;
      const { to, places } = find(this.from(edge), this.to(edge));
      this.#to.set(edge, to);
      this.#lists.set(edge, this.#listFor(places) * causes.length);
      if (to < 0) this.lose();
    }
  }

  #listFor(places: SlotMap): number {
    return typeof places === 'number' ? this.#listOfSame(places) : this.#listOf(places());
  }

  #listOfSame(size: number): number {
    this.#same[size] ??= this.#listOf(Array.from({ length: size }, (_, slot) => slot));
    return this.#same[size];
  }

  #listOf(places: ArrayLike<number>): number {
    const key = numbered(places);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const list = this.#places.push(Array.from(places)) - 1;
    this.#known.set(key, list);
    return list;
  }

  from(edge: number): number {
    return this.#from.values[edge] ?? 0;
  }

  to(edge: number): number {
    return this.#to.values[edge] ?? 0;
  }

  by(edge: number): Cause {
    return causes[(this.#lists.values[edge] ?? 0) % causes.length] as Cause;
  }

  /** The new slot of each previous slot; -1 if the record was deleted. */
  places(edge: number): readonly number[] {
    return this.#places[Math.floor((this.#lists.values[edge] ?? 0) / causes.length)] ?? [];
  }

  /** Indexes the edges by the world that they lead to. `worlds`: the number of worlds. */
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

/** A key for a list of slots: a number where it fits. */
function numbered(places: ArrayLike<number>): number | string {
  const base = places.length + 8;
  let code = 0;
  for (let at = 0; at < places.length; at++) {
    const place = places[at] as number;
    code = code * base + place + 2;
    if (place + 2 >= base || code > 2 ** 46) return Array.from(places).join();
  }
  return code * 64 + places.length;
}
