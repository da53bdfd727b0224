import type { ReadObserver } from '../../store/memory/read-observer.ts';
import type { Cell } from './cells.ts';
import type { Templates } from './templates.ts';
import type { View } from './view.ts';

/** What was read: a record, all records of an entity, or the records that refer to one. */
export interface ReadPlace {
  readonly kind: 'record' | 'list' | 'referring';
  readonly entity: number;
  readonly field: string;
  /** -1 for a list, and for a record that does not exist. */
  readonly slot: number;
}

/** Logs what an operation reads, each place once, in order. */
export class ReadLog implements ReadObserver {
  #places: Map<string, ReadPlace> | null = null;
  #whole = true;
  #view: View | null = null;
  readonly #isNew: (id: string) => boolean;
  readonly #table: Templates;

  /** `isNew`: whether a step assigned the id to a new record. */
  constructor(table: Templates, isNew: (id: string) => boolean) {
    this.#table = table;
    this.#isNew = isNew;
  }

  /**
   * Runs `body` and logs its reads. `places` is null if it read something that a world's cells do
   * not contain. May be nested.
   */
  of<T>(view: View, body: () => T): { readonly value: T; readonly places: readonly ReadPlace[] | null } {
    const outer = { places: this.#places, whole: this.#whole, view: this.#view };
    const places = new Map<string, ReadPlace>();
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

  /** Runs `body` without logging its reads. */
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

  note(place: ReadPlace): void {
    if (this.#places === null) return;
    const key = `${place.kind} ${place.entity} ${place.field} ${place.slot}`;
    if (!this.#places.has(key)) this.#places.set(key, place);
  }

  /**
   * An operation writes a changed record as a whole, so its outcome depends on the whole record,
   * even if it read only something else about it (a request that is answered).
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

  alike(entity: string, fields: readonly string[], ids: Iterable<string>): void {
    this.list(entity);
    if (!fields.some((field) => this.#table.followsFromId(entity, field))) for (const id of ids) this.record(entity, id);
  }

  referring(entity: string, field: string, id: string): void {
    this.#noteOf('referring', entity, field, id);
  }

  #noteOf(kind: ReadPlace['kind'], entity: string, field: string, id: string): void {
    if (this.#places === null) return;
    const slot = this.#view?.slotOf(id) ?? -1;
    if (slot < 0 && this.#isNew(id)) return;
    // Nothing names a record that does not exist, so what reads it cannot be remembered.
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
  readonly kind: ReadPlace['kind'];
  readonly entity: number;
  readonly field: string;
  /** The index of the slot, in the order in which slots became known. */
  readonly at: number;
  readonly next: Map<number | string, Step>;
}

type Step = Question | { readonly kind: 'result'; readonly result: unknown };

/** The remembered outcomes of one operation, as a decision tree. */
export interface DecisionTree {
  step: Step | null;
}

/**
 * Remembers the outcomes of operations by what they read, as trees of questions to the world. Slots
 * are numbered in the order in which they become known, so alike records give the same answers.
 */
export class Memo {
  readonly #trees = new Map<string, DecisionTree>();
  readonly #relative: boolean;
  readonly #log: ReadLog;

  /** `relative`: whether no operation can distinguish two ids. */
  constructor(relative: boolean, log: ReadLog) {
    this.#relative = relative;
    this.#log = log;
  }

  /** The tree of an operation. `given`: the slots that are passed to the operation. */
  tree(name: string, view: View, given: readonly number[]): DecisionTree {
    const key = this.#relative ? name : `${name} ${given.map((slot) => view.idOf(slot)).join(' ')}`;
    let tree = this.#trees.get(key);
    if (tree === undefined) {
      tree = { step: null };
      this.#trees.set(key, tree);
    }
    return tree;
  }

  /**
   * The remembered outcome, or null. `slots`: those that are passed to the operation; adds those
   * that the answers name. Adds the places that were looked at to `reads`.
   */
  find<T>(tree: DecisionTree, view: View, slots: number[], reads: ReadPlace[] | null = null): T | null {
    let step: Step | null | undefined = tree.step;
    while (step != null) {
      if (step.kind === 'result') return step.result as T;
      if (this.#log.isOpen || reads !== null) {
        const { kind, entity, field, at } = step;
        const place: ReadPlace = { kind, entity, field, slot: kind === 'list' ? -1 : (slots[at] ?? -1) };
        this.#log.note(place);
        reads?.push(place);
      }
      step = step.next.get(answer(step, view, slots, this.#relative));
    }
    return null;
  }

  /**
   * Remembers an outcome. `resultOf` expresses it in terms of all slots that became known, and
   * returns null if that is impossible. Does nothing if the operation read a record that no known
   * slot names.
   */
  keep(
    tree: DecisionTree,
    view: View,
    given: readonly number[],
    places: readonly ReadPlace[],
    resultOf: (slots: readonly number[]) => unknown,
  ): void {
    const slots = [...given];
    let step: Step | null | undefined = tree.step;
    let put = (step: Step): void => {
      tree.step = step;
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
      const value = answer(step, view, slots, this.#relative);
      put = (added) => void next.set(value, added);
      step = next.get(value);
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

/** A key for the template and the named slots: a number where it fits. */
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
