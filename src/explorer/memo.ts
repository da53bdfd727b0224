import type { ReadObserver } from '../store/memory/read-observer.ts';
import type { Cell } from './cells.ts';
import type { Templates } from './templates.ts';
import type { View } from './view.ts';

/** A place that was read. */
export interface Place {
  readonly kind: 'record' | 'list' | 'referring';
  readonly entity: number;
  readonly field: string;
  /** -1 for a list, and for a record that is not there. */
  readonly slot: number;
}

/** Notes what an operation reads, each place once, in order. */
export class ReadLog implements ReadObserver {
  #places: Map<string, Place> | null = null;
  #whole = true;
  #view: View | null = null;
  readonly #isNew: (id: string) => boolean;
  readonly #table: Templates;

  /** `isNew`: was the id given to a record by a step? */
  constructor(table: Templates, isNew: (id: string) => boolean) {
    this.#table = table;
    this.#isNew = isNew;
  }

  /** `places` is null where something was read that a world's cells do not say. May be nested. */
  of<T>(view: View, body: () => T): { readonly value: T; readonly places: readonly Place[] | null } {
    const outer = { places: this.#places, whole: this.#whole, view: this.#view };
    const places = new Map<string, Place>();
    this.#places = places;
    this.#whole = true;
    this.#view = view;
    try {
      const value = body();
      return { value, places: this.#whole ? [...places.values()] : null };
    } finally {
      const whole = this.#whole;
      this.#places = outer.places;
      this.#whole = outer.whole && (whole || outer.places === null);
      this.#view = outer.view;
      if (outer.view === view) for (const [key, place] of places) if (outer.places?.has(key) === false) outer.places.set(key, place);
    }
  }

  /** What `body` reads is not noted. */
  paused<T>(body: () => T): T {
    const places = this.#places;
    this.#places = null;
    try {
      return body();
    } finally {
      this.#places = places;
    }
  }

  get isOpen(): boolean {
    return this.#places !== null;
  }

  note(place: Place): void {
    if (this.#places === null) return;
    const key = `${place.kind} ${place.entity} ${place.field} ${place.slot}`;
    if (!this.#places.has(key)) this.#places.set(key, place);
  }

  /**
   * What an operation changes it leaves as a whole, so it depends on the whole record, even where
   * the operation has looked at something else of it (a request that is answered).
   */
  changed(view: View, after: readonly Cell[]): void {
    for (const cell of after) if (view.cell(cell.id) !== cell) this.record(cell.entity, cell.id);
  }

  record(entity: string, id: string): void {
    this.#noteOf('record', entity, '', id);
  }

  list(entity: string): void {
    this.note({ kind: 'list', entity: this.#table.placeOf(entity), field: '', slot: -1 });
  }

  referring(entity: string, field: string, id: string): void {
    this.#noteOf('referring', entity, field, id);
  }

  #noteOf(kind: Place['kind'], entity: string, field: string, id: string): void {
    if (this.#places === null) return;
    const slot = this.#view?.slotOf(id) ?? -1;
    if (slot < 0 && this.#isNew(id)) return;
    // A record that is not there is named by nothing, so nothing can be remembered of it.
    if (slot < 0) this.#whole = false;
    else this.note({ kind, entity: this.#table.placeOf(entity), field, slot });
  }

  serial(entity: string, field: string): void {
    if (!this.#table.isNumber(entity, field)) this.other();
  }

  other(): void {
    if (this.#places !== null) this.#whole = false;
  }
}

interface Question {
  readonly kind: Place['kind'];
  readonly entity: number;
  readonly field: string;
  /** Of the slot, in the order in which slots became known. */
  readonly at: number;
  readonly next: Map<number | string, Step>;
}

type Step = Question | { readonly kind: 'result'; readonly result: unknown };

/** What was remembered of one operation. */
export interface Tree {
  step: Step | null;
}

/**
 * Remembers what operations made of what they read, as trees of questions to the world. Slots are
 * numbered in the order in which they become known: alike records give the same answers.
 */
export class Memo {
  readonly #trees = new Map<string, Tree>();
  readonly #relative: boolean;
  readonly #log: ReadLog;

  /** `relative`: no operation can tell two ids apart. */
  constructor(relative: boolean, log: ReadLog) {
    this.#relative = relative;
    this.#log = log;
  }

  /** `given`: the slots that the operation is given. */
  tree(name: string, view: View, given: readonly number[]): Tree {
    const key = this.#relative ? name : `${name} ${given.map((slot) => view.idOf(slot)).join(' ')}`;
    let tree = this.#trees.get(key);
    if (tree === undefined) {
      tree = { step: null };
      this.#trees.set(key, tree);
    }
    return tree;
  }

  /**
   * `slots`: those that the operation is given; those that its answers name are added. `asked`: the
   * places that were looked at are added.
   */
  find<T>(tree: Tree, view: View, slots: number[], asked: Place[] | null = null): T | null {
    let step: Step | null | undefined = tree.step;
    while (step != null) {
      if (step.kind === 'result') return step.result as T;
      if (this.#log.isOpen || asked !== null) {
        const { kind, entity, field, at } = step;
        const place: Place = { kind, entity, field, slot: kind === 'list' ? -1 : (slots[at] ?? -1) };
        this.#log.note(place);
        asked?.push(place);
      }
      step = step.next.get(answer(step, view, slots, this.#relative));
    }
    return null;
  }

  /**
   * `resultOf`: the result with all slots that became known; null: it cannot be said with them.
   * What reads a record that nothing names is not remembered.
   */
  keep(tree: Tree, view: View, given: readonly number[], places: readonly Place[], resultOf: (slots: readonly number[]) => unknown): void {
    const slots = [...given];
    let step: Step | null | undefined = tree.step;
    let put = (made: Step): void => {
      tree.step = made;
    };
    for (const { kind, entity, field, slot } of places) {
      const at = kind === 'list' ? 0 : slots.indexOf(slot);
      if (at < 0) return;
      if (step == null) {
        step = { kind, entity, field, at, next: new Map() };
        put(step);
      }
      if (step.kind !== kind || step.entity !== entity || step.field !== field || step.at !== at) return;
      const next: Map<number | string, Step> = step.next;
      const said = answer(step, view, slots, this.#relative);
      put = (made) => void next.set(said, made);
      step = next.get(said);
    }
    const result = step == null ? resultOf(slots) : null;
    if (result !== null) put({ kind: 'result', result });
  }
}

function answer({ kind, entity, field, at }: Question, view: View, slots: number[], relative: boolean): number | string {
  if (kind === 'list') {
    const all: number[] = [];
    const end = view.starts[entity + 1] ?? 0;
    for (let slot = view.starts[entity] ?? 0; slot < end; slot++) all.push(slot);
    return coded(0, all, view, slots, relative);
  }
  const slot = slots[at] ?? -1;
  if (kind === 'referring') return coded(0, view.referring(entity, field, slot), view, slots, relative);
  const template = view.templates[slot];
  if (template === undefined || template.entity !== entity) return -1;
  return coded(template.number, view.links[slot] ?? [], view, slots, relative);
}

const templates = 2 ** 20;

/** The template, and which slots are named: a number where it fits. */
function coded(template: number, named: readonly number[], view: View, slots: number[], relative: boolean): number | string {
  let code = 0;
  let fits = relative && template < templates && named.length <= 5;
  for (const slot of named) {
    let at = slots.indexOf(slot);
    if (at < 0) at = slots.push(slot) - 1;
    if (at > 62) fits = false;
    code = code * 64 + at + 1;
  }
  if (fits) return code * templates + template;
  return `${template}:${named.map((slot) => (relative ? slots.indexOf(slot) : view.idOf(slot))).join()}`;
}
