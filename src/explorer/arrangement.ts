import type { Delta } from './delta.ts';
import type { Template, Templates } from './templates.ts';
import type { View } from './view.ts';

/**
 * The records of a world that was changed, and the order in which they have their slots: by what
 * they are and what they are linked with, so that worlds which differ only in which of two alike
 * records is which are the same. Where alike records cannot be told apart a wrong order can only
 * keep two equal worlds apart, never join two that differ: the key contains the whole world.
 */
export class Arrangement {
  readonly #table: Templates;
  readonly #ordered: boolean;
  size = 0;
  /** By record, in the order before. */
  readonly templates: Template[] = [];
  readonly plain: number[] = [];
  /** The slot that each had in the view; -1: it is new. */
  readonly was: number[] = [];
  readonly #links: number[][] = [];
  readonly #colors: number[] = [];
  readonly #next: number[] = [];
  readonly #here: number[] = [];
  /** By slot, the record. */
  readonly order: number[] = [];
  /** By record, the slot. */
  readonly slots: number[] = [];
  /** Of the key: the plain number and the slots named, record by record. */
  readonly key: number[] = [];

  /** `ordered`: the order in which records were created counts. */
  constructor(table: Templates, ordered: boolean) {
    this.#table = table;
    this.#ordered = ordered;
  }

  /** The slot now of each record of the view; -1: gone. */
  places(view: View): number[] {
    const places = new Array<number>(view.size).fill(-1);
    for (let record = 0; record < this.size; record++) {
      const slot = this.was[record] ?? -1;
      if (slot >= 0) places[slot] = this.slots[record] ?? -1;
    }
    return places;
  }

  /** The world of a view, changed by a delta whose places are in `known`. */
  load(view: View, delta: Delta | null, known: readonly number[]): void {
    this.size = 0;
    this.#here.length = 0;
    for (let slot = 0; slot < view.size; slot++) {
      let gone = false;
      if (delta !== null) for (const at of delta.gone) if (known[at] === slot) gone = true;
      this.#here.push(gone ? -1 : this.size);
      if (!gone) this.#add(view.templates[slot] as Template, slot);
    }
    const made = this.size;
    if (delta !== null) for (const { at, template } of delta.put) if (at < -1) this.#add(this.#table.all[template] as Template, -1);
    for (let record = 0; record < made; record++) {
      const from = view.links[this.was[record] ?? 0] ?? [];
      const to = this.#links[record] ?? [];
      to.length = 0;
      for (const slot of from) to.push(slot < 0 ? -1 : (this.#here[slot] ?? -1));
      this.#links[record] = to;
    }
    if (delta === null) return;
    let next = made;
    for (const { at, template, links } of delta.put) {
      const record = at < -1 ? next++ : (this.#here[known[at] ?? -1] ?? -1);
      this.templates[record] = this.#table.all[template] as Template;
      const to = this.#links[record] ?? [];
      to.length = 0;
      for (const link of links) to.push(this.#recordAt(link, delta, made, known));
      this.#links[record] = to;
    }
  }

  #recordAt(at: number, { put }: Delta, made: number, known: readonly number[]): number {
    if (at === -1) return -1;
    if (at >= 0) return this.#here[known[at] ?? -1] ?? -1;
    let record = made;
    for (const one of put) {
      if (one.at === at) return record;
      if (one.at < -1) record++;
    }
    return -1;
  }

  #add(template: Template, slot: number): void {
    this.templates[this.size] = template;
    this.was[this.size] = slot;
    this.size++;
  }

  /** Puts the records into order, and makes the key. */
  arrange(plainOf: ((record: number) => number) | null): void {
    const { size, plain, order, slots, templates, key } = this;
    for (let record = 0; record < size; record++) {
      plain[record] = plainOf === null ? (templates[record] as Template).plain : plainOf(record);
      order[record] = record;
    }
    order.length = size;
    if (this.#ordered) this.#sortByEntity();
    else this.#sortByLooks();
    for (let slot = 0; slot < size; slot++) slots[order[slot] as number] = slot;
    key.length = 0;
    for (let slot = 0; slot < size; slot++) {
      const record = order[slot] as number;
      key.push(plain[record] as number);
      const links = this.#links[record] as number[];
      const first = key.length;
      for (const link of links) key.push(link < 0 ? 0 : (slots[link] as number) + 1);
      // The order of a list's members counts only where order counts at all.
      if (!this.#ordered && links.length > 1) this.#sortLists(templates[record] as Template, first);
    }
  }

  #sortLists({ columns }: Template, first: number): void {
    const { key } = this;
    for (let one = 1; one < columns.length; one++)
      for (let at = one; at > 0 && columns[at] === columns[at - 1] && (key[first + at] as number) < (key[first + at - 1] as number); at--) {
        const more = key[first + at] as number;
        key[first + at] = key[first + at - 1] as number;
        key[first + at - 1] = more;
      }
  }

  /** The slots that each record names now, record by record in the order of slots. */
  linksOf(record: number): readonly number[] {
    return (this.#links[record] as number[]).map((link) => (link < 0 ? -1 : (this.slots[link] as number)));
  }

  #sortByEntity(): void {
    const { order, templates } = this;
    this.#sort((a, b) => (templates[a] as Template).entity - (templates[b] as Template).entity);
    void order;
  }

  #sort(compare: (a: number, b: number) => number): void {
    const { order, size } = this;
    for (let one = 1; one < size; one++) {
      const record = order[one] as number;
      let at = one - 1;
      while (at >= 0 && compare(order[at] as number, record) > 0) {
        order[at + 1] = order[at] as number;
        at--;
      }
      order[at + 1] = record;
    }
  }

  #sortByLooks(): void {
    const { size, plain, templates } = this;
    const colors = this.#colors;
    let linked = false;
    for (let record = 0; record < size; record++) {
      colors[record] = mixed((plain[record] as number) + 1, (templates[record] as Template).entity + 77);
      linked ||= (this.#links[record] as number[]).length > 0;
    }
    if (linked) {
      this.#refine();
      this.#refine();
      this.#refine();
    }
    const byColor = (a: number, b: number): number =>
      (templates[a] as Template).entity - (templates[b] as Template).entity ||
      (plain[a] as number) - (plain[b] as number) ||
      (colors[a] as number) - (colors[b] as number);
    this.#sort(byColor);
    if (!linked) return;
    // Records that are still alike: the first of them is told apart, and what follows from it.
    for (let round = 0; round < size; round++) {
      const alike = this.#alike();
      if (alike < 0) return;
      colors[alike] = mixed(colors[alike] as number, 12345);
      this.#refine();
      this.#refine();
      this.#sort(byColor);
    }
  }

  /** A record that looks like its neighbour, and is not linked in the same way; -1: none. */
  #alike(): number {
    const { order, size } = this;
    for (let slot = 1; slot < size; slot++) {
      const one = order[slot - 1] as number;
      const other = order[slot] as number;
      if (this.#colors[one] === this.#colors[other] && !this.#areTwins(one, other)) return one;
    }
    return -1;
  }

  /** They name the same records, and nothing names them. */
  #areTwins(one: number, other: number): boolean {
    const a = this.#links[one] as number[];
    const b = this.#links[other] as number[];
    if (a.length !== b.length || a.some((link, at) => link !== b[at])) return false;
    for (let record = 0; record < this.size; record++)
      for (const link of this.#links[record] as number[]) if (link === one || link === other) return false;
    return true;
  }

  #refine(): void {
    const { size, templates } = this;
    const colors = this.#colors;
    const next = this.#next;
    for (let record = 0; record < size; record++) next[record] = mixed(colors[record] as number, 3);
    for (let record = 0; record < size; record++) {
      const links = this.#links[record] as number[];
      const { columns } = templates[record] as Template;
      for (let at = 0; at < links.length; at++) {
        const link = links[at] as number;
        const salt = saltOf(columns[at] as string);
        if (link < 0) continue;
        next[record] = ((next[record] as number) + mixed(colors[link] as number, salt)) | 0;
        next[link] = ((next[link] as number) + mixed(colors[record] as number, salt + 7919)) | 0;
      }
    }
    for (let record = 0; record < size; record++) colors[record] = next[record] as number;
  }
}

const saltOf = (column: string): number => column.length * 31 + column.charCodeAt(0) * 17 + column.charCodeAt(column.length - 1);

function mixed(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) | 0;
}
