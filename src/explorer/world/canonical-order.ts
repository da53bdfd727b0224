import { type Contents, mixedHash } from './contents.ts';
import type { Patch } from './patch.ts';
import type { Template } from './template.ts';
import type { Templates } from './templates.ts';
import type { View } from './view.ts';
import { hashOf } from './worlds.ts';

/**
 * Assigns slots to the records of a changed world in a canonical order, by what the records contain
 * and what they link to, so that worlds that differ only in which of two alike records is which
 * become equal. Where alike records cannot be distinguished, a wrong order can only keep two equal
 * worlds separate, never merge two different ones: the key contains the whole world.
 *
 * Records are numbered here: a record's number is its previous slot, or the next free number if it
 * is new.
 */
export class CanonicalOrder {
  readonly #contents: Contents;
  readonly #ordered: boolean;
  /** The number of records before the change. */
  #before = 0;
  /** The number of records before the change plus new ones, deleted ones included. */
  #all = 0;
  /** The content of each record; its links name records, not slots. */
  #contentOf = new Int32Array(64);
  #deleted = new Uint8Array(64);
  #isNamed = new Uint8Array(64);
  #colors = new Int32Array(64);
  #next = new Int32Array(64);
  /** The record in each slot. */
  order = new Int32Array(64);
  /** The new slot of each record; -1 if it was deleted. */
  #slots = new Int32Array(64);
  size = 0;
  /** The key of the world: the content in each slot. */
  key = new Int32Array(64);
  hash = 0;
  /** The new slot of each previous record, or -1 if it was deleted. Valid until the next change. */
  readonly places = (): ArrayLike<number> => this.#slots.subarray(0, this.#before);

  constructor({ keys, ordered }: Templates) {
    this.#contents = keys;
    this.#ordered = ordered;
  }

  /**
   * Arranges the records of a view, with the given templates. `plainOf` maps a slot to its plain
   * number (see `Templates`); null uses the number of each template.
   */
  load(view: View, templates: readonly Template[], plainOf: ((slot: number) => number) | null): void {
    this.#room(view.size);
    this.#before = view.size;
    this.#all = view.size;
    this.#deleted.fill(0, 0, view.size);
    for (let slot = 0; slot < view.size; slot++) {
      const template = templates[slot] as Template;
      const links = [...(view.links[slot] as readonly number[])];
      this.#contents.sort(template, links);
      this.#contentOf[slot] = this.#contents.of(plainOf === null ? template.plain : plainOf(slot), template, links);
    }
    this.#arrange();
  }

  /** Arranges the world with this key after a change. */
  change(key: Int32Array, size: number, { slots, contents, created, deleted }: Patch): void {
    this.#room(size + created.length);
    const contentOf = this.#contentOf;
    this.#before = size;
    this.#all = size + created.length;
    for (let slot = 0; slot < size; slot++) contentOf[slot] = key[slot] as number;
    for (let at = 0; at < slots.length; at++) contentOf[slots[at] as number] = contents[at] as number;
    for (let at = 0; at < created.length; at++) contentOf[size + at] = created[at] as number;
    this.#deleted.fill(0, 0, this.#all);
    for (let at = 0; at < deleted.length; at++) this.#deleted[deleted[at] as number] = 1;
    this.#arrange();
  }

  #room(size: number): void {
    if (size <= this.#contentOf.length) return;
    const more = size * 2;
    this.#contentOf = new Int32Array(more);
    this.#deleted = new Uint8Array(more);
    this.#isNamed = new Uint8Array(more);
    this.#colors = new Int32Array(more);
    this.#next = new Int32Array(more);
    this.order = new Int32Array(more);
    this.#slots = new Int32Array(more);
    this.key = new Int32Array(more);
  }

  /** Sorts the records and builds the key. */
  #arrange(): void {
    const order = this.order;
    let size = 0;
    for (let record = 0; record < this.#all; record++) if (this.#deleted[record] === 0) order[size++] = record;
    this.size = size;
    this.#sort(false);
    if (!this.#ordered && this.#hasAlike(false)) this.#breakTies();
    this.#write();
  }

  #write(): void {
    const { size, order, key } = this;
    const contents = this.#contents;
    const slots = this.#slots;
    let same = size === this.#all;
    if (!same) slots.fill(-1, 0, this.#all);
    for (let slot = 0; slot < size; slot++) {
      const record = order[slot] as number;
      same &&= record === slot;
      slots[record] = slot;
    }
    for (let slot = 0; slot < size; slot++) {
      const content = this.#contentOf[order[slot] as number] as number;
      const links = contents.links[content] as readonly number[];
      key[slot] = same || links.length === 0 ? content : this.#moved(content, links);
    }
    this.hash = hashOf(key, size);
  }

  /** Converts a content whose links name records into one whose links name slots. */
  #moved(content: number, links: readonly number[]): number {
    let stays = true;
    for (let at = 0; at < links.length && stays; at++) {
      const link = links[at] as number;
      stays = link < 0 || this.#slots[link] === link;
    }
    if (stays) return content;
    const moved = links.map((link) => (link < 0 ? -1 : (this.#slots[link] as number)));
    if (moved.length > 1) this.#contents.sort(this.#contents.templates[content] as Template, moved);
    return this.#contents.relinked(content, moved);
  }

  /** An insertion sort, because few records change their places. */
  #sort(byColor: boolean): void {
    const { order, size } = this;
    const { ranks } = this.#contents;
    const contentOf = this.#contentOf;
    const colors = this.#colors;
    for (let one = 1; one < size; one++) {
      const record = order[one] as number;
      const rank = ranks[contentOf[record] as number] as number;
      const color = byColor ? (colors[record] as number) : 0;
      let at = one - 1;
      for (; at >= 0; at--) {
        const other = order[at] as number;
        const before = ranks[contentOf[other] as number] as number;
        if (before < rank || (before === rank && (!byColor || (colors[other] as number) <= color))) break;
        order[at + 1] = other;
      }
      order[at + 1] = record;
    }
  }

  #breakTies(): void {
    const { size, order } = this;
    const colors = this.#colors;
    for (let slot = 0; slot < size; slot++) {
      const record = order[slot] as number;
      colors[record] = this.#contents.colors[this.#contentOf[record] as number] as number;
    }
    // Records that are still alike after three rounds seldom differ after more.
    for (let round = 0; round < 3; round++) {
      this.#refine();
      this.#sort(true);
      if (!this.#hasAlike(true)) return;
    }
    // Breaks remaining ties: marks one of the alike records, then propagates the difference.
    for (let round = 0; round < size; round++) {
      const alike = this.#alike(true);
      if (alike < 0) return;
      colors[alike] = mixedHash(colors[alike] as number, 12345);
      this.#refine();
      this.#refine();
      this.#sort(true);
    }
  }

  #hasAlike(byColor: boolean): boolean {
    return this.#alike(byColor) >= 0;
  }

  /**
   * A record that sorts equal to its neighbour although links from or to them may differ; -1 if
   * there is none.
   */
  #alike(byColor: boolean): number {
    const { order, size } = this;
    const { ranks } = this.#contents;
    const contentOf = this.#contentOf;
    let named = false;
    for (let slot = 1; slot < size; slot++) {
      const one = order[slot - 1] as number;
      const other = order[slot] as number;
      const a = contentOf[one] as number;
      const b = contentOf[other] as number;
      if (ranks[a] !== ranks[b] || (byColor && this.#colors[one] !== this.#colors[other])) continue;
      if (a !== b) return one;
      if (!named) this.#noteNamed();
      named = true;
      if (this.#isNamed[one] === 1 || this.#isNamed[other] === 1) return one;
    }
    return -1;
  }

  /** Marks the records that other records link to. */
  #noteNamed(): void {
    const { order, size } = this;
    this.#isNamed.fill(0, 0, this.#all);
    for (let slot = 0; slot < size; slot++) {
      const links = this.#contents.links[this.#contentOf[order[slot] as number] as number] as readonly number[];
      for (let at = 0; at < links.length; at++) if ((links[at] as number) >= 0) this.#isNamed[links[at] as number] = 1;
    }
  }

  #refine(): void {
    const { size, order } = this;
    const colors = this.#colors;
    const next = this.#next;
    const { links: all, templates } = this.#contents;
    for (let slot = 0; slot < size; slot++) {
      const record = order[slot] as number;
      next[record] = mixedHash(colors[record] as number, 3);
    }
    for (let slot = 0; slot < size; slot++) {
      const record = order[slot] as number;
      const content = this.#contentOf[record] as number;
      const links = all[content] as readonly number[];
      if (links.length === 0) continue;
      const { salts } = templates[content] as Template;
      for (let at = 0; at < links.length; at++) {
        const link = links[at] as number;
        if (link < 0 || this.#deleted[link] === 1) continue;
        const salt = salts[at] as number;
        next[record] = ((next[record] as number) + mixedHash(colors[link] as number, salt)) | 0;
        next[link] = ((next[link] as number) + mixedHash(colors[record] as number, salt + 7919)) | 0;
      }
    }
    for (let slot = 0; slot < size; slot++) {
      const record = order[slot] as number;
      colors[record] = next[record] as number;
    }
  }
}
