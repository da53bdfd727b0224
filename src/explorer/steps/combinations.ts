/** More combinations of values than this are not tried: a search would not get anywhere. */
export const mostCombinations = 1000;

export const countCombinations = (lists: readonly (readonly unknown[])[]): number => lists.reduce((count, { length }) => count * length, 1);

/** Every combination of one value from each list. */
export function* combined<T>(lists: readonly (readonly T[])[]): Generator<readonly T[]> {
  if (lists.some((list) => list.length === 0)) return;
  const places = lists.map(() => 0);
  for (;;) {
    yield lists.map((list, index) => list[places[index] ?? 0] as T);
    let index = lists.length - 1;
    for (; index >= 0; index--) {
      places[index] = (places[index] ?? 0) + 1;
      if ((places[index] ?? 0) < (lists[index]?.length ?? 0)) break;
      places[index] = 0;
    }
    if (index < 0) return;
  }
}

/**
 * Combinations in which each value occurs together with each value of every other list. Those in
 * which at most one value is not the first of its list come first.
 */
export function* paired<T>(lists: readonly (readonly T[])[]): Generator<readonly T[]> {
  if (lists.some((list) => list.length === 0)) return;
  const open = new OpenPairs(lists.map(({ length }) => length));
  const first = lists.map(() => 0);
  const rows: (readonly number[])[] = [
    first,
    ...lists.flatMap(({ length }, at) => Array.from({ length: length - 1 }, (_, one) => first.with(at, one + 1))),
  ];
  for (const row of rows) open.close(row);
  for (let row = open.next(); row !== null; row = open.next()) {
    open.close(row);
    rows.push(row);
  }
  for (const row of rows) yield row.map((place, at) => lists[at]?.[place] as T);
}

/** The pairs of values that no combination has yet; values are given by their places. */
class OpenPairs {
  readonly #lengths: readonly number[];
  readonly #offsets: readonly number[];
  readonly #size: number;
  readonly #open: Uint8Array;
  /** No pair before this one is open. */
  #from = 0;

  constructor(lengths: readonly number[]) {
    this.#lengths = lengths;
    this.#offsets = lengths.map((_, at) => lengths.slice(0, at).reduce((sum, length) => sum + length, 0));
    this.#size = lengths.reduce((sum, length) => sum + length, 0);
    this.#open = new Uint8Array(this.#size * this.#size);
    for (let one = 0; one < lengths.length; one++)
      for (let other = one + 1; other < lengths.length; other++)
        for (let a = 0; a < (lengths[one] ?? 0); a++)
          for (let b = 0; b < (lengths[other] ?? 0); b++) this.#open[this.#pair(one, a, other, b)] = 1;
  }

  close(row: readonly number[]): void {
    for (let one = 0; one < row.length; one++)
      for (let other = one + 1; other < row.length; other++) this.#open[this.#pair(one, row[one] ?? 0, other, row[other] ?? 0)] = 0;
  }

  /** A combination with the first open pair, and with as many others as a greedy choice finds. */
  next(): readonly number[] | null {
    this.#from = this.#open.indexOf(1, this.#from);
    if (this.#from < 0) return null;
    const row = this.#lengths.map(() => -1);
    for (const value of [Math.floor(this.#from / this.#size), this.#from % this.#size]) {
      const at = this.#offsets.findLastIndex((offset) => offset <= value);
      row[at] = value - (this.#offsets[at] ?? 0);
    }
    for (let at = 0; at < row.length; at++) if (row[at] === -1) row[at] = this.#best(row, at);
    return row;
  }

  #best(row: readonly number[], at: number): number {
    let best = 0;
    let most = -1;
    for (let value = 0; value < (this.#lengths[at] ?? 0); value++) {
      let count = 0;
      for (const [other, chosen] of row.entries())
        if (chosen >= 0 && other !== at)
          count += this.#open[other < at ? this.#pair(other, chosen, at, value) : this.#pair(at, value, other, chosen)] ?? 0;
      if (count > most) [best, most] = [value, count];
    }
    return best;
  }

  #pair(one: number, a: number, other: number, b: number): number {
    return ((this.#offsets[one] ?? 0) + a) * this.#size + (this.#offsets[other] ?? 0) + b;
  }
}
