import type { Arrangement } from './arrangement.ts';
import type { Written } from './known-steps.ts';
import type { Change } from './leaves.ts';
import type { Template, Templates } from './templates.ts';
import type { View } from './view.ts';

/**
 * Writes a change into the key of a world, where no record changes its place by it: the same key
 * that `Arrangement` makes, without putting all records into order again.
 */
export class Rewriter {
  readonly #table: Templates;
  readonly #arrangement: Arrangement;
  #key: number[] = [];
  #templates: Template[] = [];
  /** By slot, where its part of the key begins. */
  readonly #at: number[] = [];
  #isSettled = false;
  #view: View | null = null;
  #written: readonly Written[] = [];
  readonly #slots: (readonly number[])[] = [];
  /** Each slot of the world, in order. */
  same: readonly number[] = [];

  constructor(table: Templates, arrangement: Arrangement) {
    this.#table = table;
    this.#arrangement = arrangement;
  }

  /** The world that is changed. */
  begin(view: View): void {
    this.#isSettled = this.#table.exact && view.key !== null && this.#arrangement.isSettled(view);
    if (!this.#isSettled || view.key === null) return;
    this.#view = view;
    this.#key = [...view.key];
    this.#templates = [...view.templates];
    let at = 0;
    for (let slot = 0; slot < view.size; slot++) {
      this.#at[slot] = at;
      at += 1 + (view.templates[slot] as Template).links;
    }
    this.#slots[view.size] ??= Array.from({ length: view.size }, (_, slot) => slot);
    this.same = this.#slots[view.size] as readonly number[];
  }

  /** What a change writes into the key; null: it does more than that. */
  written(view: View, { delta, makes }: Change, slots: readonly number[]): readonly Written[] | null {
    if (!this.#table.exact || makes || delta.gone.length > 0) return null;
    const all: Written[] = [];
    for (const { at, template: number, links } of delta.put) {
      const slot = slots[at] ?? -1;
      const template = this.#table.all[number];
      if (template === undefined || view.templates[slot]?.links !== template.links) return null;
      const named = links.map((link) => (link === -1 ? -1 : (slots[link] ?? -1)));
      all.push({ slot, template, key: this.#arrangement.written(template, named) });
    }
    return all;
  }

  /** The key of the changed world until `undo`; null: records may change their places. */
  changed(written: readonly Written[]): readonly number[] | null {
    if (!this.#isSettled) return null;
    this.#written = written;
    const templates = this.#templates;
    for (const { slot, template } of written) templates[slot] = template;
    for (const { slot } of written) {
      const stays =
        this.#arrangement.areInOrder(templates[slot - 1], templates[slot]) &&
        this.#arrangement.areInOrder(templates[slot], templates[slot + 1]);
      if (!stays) {
        this.undo();
        return null;
      }
    }
    for (const { slot, key } of written) {
      const from = this.#at[slot] as number;
      for (let at = 0; at < key.length; at++) this.#key[from + at] = key[at] as number;
    }
    return this.#key;
  }

  undo(): void {
    const { key = null, templates = [] } = this.#view ?? {};
    for (const {
      slot,
      key: { length },
    } of this.#written) {
      const from = this.#at[slot] as number;
      for (let at = from; at < from + length; at++) this.#key[at] = key?.[at] as number;
      this.#templates[slot] = templates[slot] as Template;
    }
  }
}
