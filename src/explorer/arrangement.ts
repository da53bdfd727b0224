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
  /** Records by number. */
  readonly #links: (readonly number[])[] = [];
  readonly #colors: number[] = [];
  readonly #next: number[] = [];
  /** By slot, the record; null: the same. */
  #here: readonly number[] | null = null;
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
    if (delta === null || delta.gone.length === 0) this.#loadAll(view);
    else this.#loadWithout(view, new Set(delta.gone.map((at) => known[at] ?? -1)));
    if (delta === null) return;
    const made = this.size;
    for (const { at, template } of delta.put) if (at < -1) this.#add(this.#table.all[template] as Template, -1, none);
    let next = made;
    for (const { at, template, links } of delta.put) {
      const record = at < -1 ? next++ : this.#recordOf(known[at] ?? -1);
      this.templates[record] = this.#table.all[template] as Template;
      this.#links[record] = links.length === 0 ? none : links.map((link) => this.#recordAt(link, delta, made, known));
    }
  }

  #loadAll({ size, templates, links }: View): void {
    this.#here = null;
    for (let slot = 0; slot < size; slot++) this.#add(templates[slot] as Template, slot, links[slot] as readonly number[]);
  }

  #loadWithout(view: View, gone: ReadonlySet<number>): void {
    const here: number[] = [];
    let left = 0;
    for (let slot = 0; slot < view.size; slot++) here.push(gone.has(slot) ? -1 : left++);
    this.#here = here;
    for (let slot = 0; slot < view.size; slot++)
      if (!gone.has(slot))
        this.#add(
          view.templates[slot] as Template,
          slot,
          (view.links[slot] as readonly number[]).map((link) => here[link] ?? -1),
        );
  }

  #recordOf(slot: number): number {
    return this.#here === null ? slot : (this.#here[slot] ?? -1);
  }

  #recordAt(at: number, { put }: Delta, made: number, known: readonly number[]): number {
    if (at === -1) return -1;
    if (at >= 0) return this.#recordOf(known[at] ?? -1);
    let record = made;
    for (const one of put) {
      if (one.at === at) return record;
      if (one.at < -1) record++;
    }
    return -1;
  }

  #add(template: Template, slot: number, links: readonly number[]): void {
    this.templates[this.size] = template;
    this.was[this.size] = slot;
    this.#links[this.size] = links;
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
      const links = this.#links[record] as readonly number[];
      const first = key.length;
      for (const link of links) key.push(link < 0 ? 0 : (slots[link] as number) + 1);
      // The order of a list's members counts only where order counts at all.
      if (!this.#ordered && links.length > 1) sortLists(templates[record] as Template, key, first);
    }
  }

  /** What the key says of a record: its plain number, and the slots that it names plus one. */
  written(template: Template, links: readonly number[]): readonly number[] {
    const key = [template.plain, ...links.map((link) => link + 1)];
    if (!this.#ordered) sortLists(template, key, 1);
    return key;
  }

  /** Does the order of these records follow from what each of them is? */
  isSettled({ templates }: View): boolean {
    for (let slot = 1; slot < templates.length; slot++) if (!this.areInOrder(templates[slot - 1], templates[slot])) return false;
    return true;
  }

  /** Does one record certainly come before the other? */
  areInOrder(one: Template | undefined, other: Template | undefined): boolean {
    if (this.#ordered || one === undefined || other === undefined) return true;
    return (inOrder(one, other) || one.plain - other.plain) < 0;
  }

  #sortByEntity(): void {
    this.#sort((a, b) => (this.templates[a] as Template).entity - (this.templates[b] as Template).entity);
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

  readonly #byPlain = (a: number, b: number): number =>
    inOrder(this.templates[a] as Template, this.templates[b] as Template) || (this.plain[a] as number) - (this.plain[b] as number);

  readonly #byColor = (a: number, b: number): number => this.#byPlain(a, b) || (this.#colors[a] as number) - (this.#colors[b] as number);

  #sortByLooks(): void {
    const { size, plain, templates, order } = this;
    const colors = this.#colors;
    this.#sort(this.#byPlain);
    let same = false;
    for (let slot = 1; slot < size && !same; slot++) same = this.#byPlain(order[slot - 1] as number, order[slot] as number) === 0;
    if (!same) return;
    let linked = false;
    for (let record = 0; record < size; record++) {
      colors[record] = mixed((plain[record] as number) + 1, (templates[record] as Template).entity + 77);
      linked ||= (templates[record] as Template).links > 0;
    }
    if (!linked) return;
    this.#refine();
    this.#refine();
    this.#refine();
    this.#sort(this.#byColor);
    // Records that are still alike: the first of them is told apart, and what follows from it.
    for (let round = 0; round < size; round++) {
      const alike = this.#alike();
      if (alike < 0) return;
      colors[alike] = mixed(colors[alike] as number, 12345);
      this.#refine();
      this.#refine();
      this.#sort(this.#byColor);
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
    const a = this.#links[one] as readonly number[];
    const b = this.#links[other] as readonly number[];
    if (a.length !== b.length || a.some((link, at) => link !== b[at])) return false;
    for (let record = 0; record < this.size; record++)
      for (const link of this.#links[record] as readonly number[]) if (link === one || link === other) return false;
    return true;
  }

  #refine(): void {
    const { size, templates } = this;
    const colors = this.#colors;
    const next = this.#next;
    for (let record = 0; record < size; record++) next[record] = mixed(colors[record] as number, 3);
    for (let record = 0; record < size; record++) {
      const links = this.#links[record] as readonly number[];
      const { salts } = templates[record] as Template;
      for (let at = 0; at < links.length; at++) {
        const link = links[at] as number;
        const salt = salts[at] as number;
        if (link < 0) continue;
        next[record] = ((next[record] as number) + mixed(colors[link] as number, salt)) | 0;
        next[link] = ((next[link] as number) + mixed(colors[record] as number, salt + 7919)) | 0;
      }
    }
    for (let record = 0; record < size; record++) colors[record] = next[record] as number;
  }
}

const none: readonly number[] = [];

/** What no event changes decides first, so that records seldom change places. */
const inOrder = (one: Template, other: Template): number => one.entity - other.entity || one.root - other.root;

function sortLists({ columns }: Template, key: number[], first: number): void {
  for (let one = 1; one < columns.length; one++)
    for (let at = one; at > 0 && columns[at] === columns[at - 1] && (key[first + at] as number) < (key[first + at - 1] as number); at--) {
      const more = key[first + at] as number;
      key[first + at] = key[first + at - 1] as number;
      key[first + at - 1] = more;
    }
}

function mixed(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return (h ^ (h >>> 13)) | 0;
}
