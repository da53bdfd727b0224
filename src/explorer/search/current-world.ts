import type { Contents } from '../world/contents.ts';
import type { Patch } from '../world/patch.ts';
import type { Template } from '../world/template.ts';
import type { Templates } from '../world/templates.ts';
import type { View } from '../world/view.ts';
import { hashAt } from '../world/worlds.ts';
import type { ReachedWorlds } from './reached-worlds.ts';

/**
 * The world whose steps are being searched: the content of each record, in an array that changes
 * are written to and then undone in.
 */
export class CurrentWorld {
  number = -1;
  size = 0;
  key = new Int32Array(64);
  hash = 0;
  /** A bit mask of the slots that differ from the previous world; slots 32 apart share a bit. */
  changed = -1;
  /** The key of the previous world, until it is overwritten. */
  #others = new Int32Array(64);
  /** By slot, the contribution of its content to the hash. */
  #parts = new Int32Array(64);
  readonly #table: Templates;
  readonly #keys: Contents;
  readonly #worlds: ReachedWorlds;
  readonly #before = new Int32Array(64);
  #view: View | null = null;
  #isSettled = false;
  #hasTwins = false;
  #hashBefore = 0;

  constructor(table: Templates, worlds: ReachedWorlds) {
    this.#table = table;
    this.#keys = table.keys;
    this.#worlds = worlds;
  }

  begin(number: number): void {
    this.number = number;
    this.#view = null;
    const { packed } = this.#worlds;
    if (packed.longest > this.key.length) {
      this.key = new Int32Array(packed.longest * 2);
      this.#others = new Int32Array(packed.longest * 2);
      this.size = 0;
      this.#parts = new Int32Array(packed.longest * 2);
    }
    const before = this.key;
    const sizeBefore = this.size;
    this.key = this.#others;
    this.#others = before;
    this.size = packed.read(number, this.key);
    if (this.#table.exact) {
      this.#compare(sizeBefore);
      this.#hasTwins = false;
      this.#isSettled = this.#order();
      return;
    }
    // Steps also depend on what the key leaves out, so this uses the full templates.
    const { templates, links } = this.view;
    for (let slot = 0; slot < this.size; slot++) {
      const template = templates[slot];
      if (template !== undefined) this.key[slot] = this.#table.contents.of(template.number, template, links[slot] ?? []);
    }
  }

  #compare(sizeBefore: number): void {
    const { key, size } = this;
    const before = this.#others;
    const parts = this.#parts;
    let changed = 0;
    let hash = 0;
    for (let slot = 0; slot < size; slot++) {
      const content = key[slot] as number;
      if (slot >= sizeBefore || content !== before[slot]) {
        changed |= 1 << slot;
        parts[slot] = hashAt(slot, content);
      }
      hash ^= parts[slot] as number;
    }
    this.changed = changed;
    this.hash = hash;
  }

  /** The hash of the world after a change, if no record changes its slot. */
  hashAfter({ slots, hashes }: Patch): number {
    const parts = this.#parts;
    let { hash } = this;
    for (let at = 0; at < slots.length; at++) hash ^= (parts[slots[at] as number] as number) ^ (hashes[at] as number);
    return hash;
  }

  /** The world as a view, which is slower to build. */
  get view(): View {
    this.#view ??= this.#worlds.view(this.number);
    return this.#view;
  }

  /**
   * A key for the records of an entity that name a slot in a relation: equal only for the same
   * records, among worlds with the same record counts.
   */
  referring(entity: number, field: string, slot: number): number | string {
    const { templates, links } = this.#table.exact ? this.#keys : this.#table.contents;
    let found = 0;
    let place = 1;
    for (let other = 0; other < this.size; other++) {
      const content = this.key[other] as number;
      const template = templates[content] as Template;
      if (template.entity !== entity) continue;
      const at = template.columns.indexOf(field);
      const names = at < 0 ? this.#namesAlways(template, field, slot) : (links[content] as readonly number[])[at] === slot;
      if (names) found += place;
      place *= 2;
    }
    return place > 2 ** 53 ? this.view.referring(entity, field, slot).join() : found;
  }

  /** A relation that the search does not follow names the same person in every world. */
  #namesAlways({ example }: Template, field: string, slot: number): boolean {
    return example.record[field] != null && example.record[field] === this.view.idOf(slot);
  }

  /** A key for the number of records of each entity. */
  get shape(): number | string {
    if (this.#table.entities.length > 8 || this.size >= 64) return this.view.starts.join(' ');
    const { shapes } = this.#table.exact ? this.#keys : this.#table.contents;
    let shape = 0;
    for (let slot = 0; slot < this.size; slot++) shape += shapes[this.key[slot] as number] as number;
    return shape;
  }

  /**
   * Writes a change into the contents, until `undo`. Returns false, and writes nothing, if records
   * may change their slots.
   */
  write(patch: Patch): boolean {
    const { slots, contents, created, deleted } = patch;
    if (!this.#isSettled || created.length > 0 || deleted.length > 0 || slots.length > this.#before.length) return false;
    const { key } = this;
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] as number;
      this.#before[at] = key[slot] as number;
      key[slot] = contents[at] as number;
    }
    let stays = true;
    if (this.#hasTwins) stays = this.#order();
    else for (let at = 0; at < slots.length && stays; at++) stays = this.#isBetween(slots[at] as number);
    if (stays) {
      this.#hashBefore = this.hash;
      this.hash = this.hashAfter(patch);
    } else this.#restore(slots);
    return stays;
  }

  undo({ slots }: Patch): void {
    this.hash = this.#hashBefore;
    this.#restore(slots);
  }

  #restore(slots: readonly number[]): void {
    for (let at = slots.length - 1; at >= 0; at--) this.key[slots[at] as number] = this.#before[at] as number;
  }

  /** Whether the order of the records follows from their contents. */
  #order(): boolean {
    if (this.#table.ordered) return true;
    const { ranks } = this.#keys;
    let twins = false;
    for (let slot = 1; slot < this.size; slot++) {
      const one = this.key[slot - 1] as number;
      const other = this.key[slot] as number;
      if ((ranks[one] as number) < (ranks[other] as number)) continue;
      // Twins that nothing links to may swap slots without any effect.
      if (one !== other || this.#isNamed(slot - 1) || this.#isNamed(slot)) return false;
      twins = true;
    }
    this.#hasTwins ||= twins;
    return true;
  }

  #isBetween(slot: number): boolean {
    if (this.#table.ordered) return true;
    const { ranks } = this.#keys;
    const rank = ranks[this.key[slot] as number] as number;
    const isAfter = slot === 0 || (ranks[this.key[slot - 1] as number] as number) < rank;
    return isAfter && (slot + 1 >= this.size || rank < (ranks[this.key[slot + 1] as number] as number));
  }

  #isNamed(slot: number): boolean {
    for (let other = 0; other < this.size; other++)
      if ((this.#keys.links[this.key[other] as number] as readonly number[]).includes(slot)) return true;
    return false;
  }
}
