import type { Expansion } from './expansion-cache.ts';

/**
 * The expansions of the groups of one world, by the place of each group in its plan. What the
 * search compares in every world is kept in flat arrays, which are read faster than objects.
 */
export class WorldExpansions {
  readonly all: Expansion[] = [];
  readonly #enabled: Expansion[] = [];
  #reads = new Int32Array(64);
  #writes = new Int32Array(64);
  /** The number of each group; `neverFirst` if it does more than change records; `disabled`. */
  #numbers = new Int32Array(64);

  /** Whether the group has an expansion that reads none of these slots. */
  isUnchanged(at: number, changed: number): boolean {
    return at < this.all.length && ((this.#reads[at] as number) & changed) === 0;
  }

  set(at: number, expansion: Expansion): void {
    const { group, reads, writes, isPlain, successors } = expansion;
    if (at >= this.#reads.length) this.#grow();
    this.all[at] = expansion;
    this.#reads[at] = reads;
    this.#writes[at] = writes;
    this.#numbers[at] = successors.length === 0 ? disabled : isPlain ? group.number : neverFirst;
  }

  /**
   * Those with successors. With `last`, the expansion that led to this world, leaves out (and calls
   * `leaveOut` with) each of an earlier group that neither reads what `last` changed nor changes
   * what it read. The array is valid until the next call.
   */
  enabled(last: Expansion | null, leaveOut: (expansion: Expansion) => void): readonly Expansion[] {
    const { all } = this;
    const enabled = this.#enabled;
    const number = last === null ? disabled : last.group.number;
    const { reads, writes } = last ?? { reads: 0, writes: 0 };
    let size = 0;
    for (let at = 0; at < all.length; at++) {
      const own = this.#numbers[at] as number;
      if (own === disabled) continue;
      const isIndependent = ((this.#reads[at] as number) & writes) === 0 && ((this.#writes[at] as number) & reads) === 0;
      if (own < number && isIndependent) leaveOut(all[at] as Expansion);
      else enabled[size++] = all[at] as Expansion;
    }
    enabled.length = size;
    return enabled;
  }

  #grow(): void {
    const doubled = (values: Int32Array): Int32Array<ArrayBuffer> => {
      const more = new Int32Array(values.length * 2);
      more.set(values);
      return more;
    };
    this.#reads = doubled(this.#reads);
    this.#writes = doubled(this.#writes);
    this.#numbers = doubled(this.#numbers);
  }
}

const neverFirst = 2 ** 31 - 1;
const disabled = -1;
