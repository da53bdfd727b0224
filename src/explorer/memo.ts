import type { ReadObserver } from '../store/memory/read-observer.ts';
import type { Cell, WorldState } from './cells.ts';

/** A world with its cells by id and by entity. */
export class View {
  readonly state: WorldState;
  readonly byId = new Map<string, Cell>();
  readonly #byEntity = new Map<string, Cell[]>();

  constructor(state: WorldState) {
    this.state = state;
    for (const cell of state.cells) {
      this.byId.set(cell.id, cell);
      const list = this.#byEntity.get(cell.entity);
      if (list === undefined) this.#byEntity.set(cell.entity, [cell]);
      else list.push(cell);
    }
  }

  of(entity: string): readonly Cell[] {
    return this.#byEntity.get(entity) ?? [];
  }
}

/** A place that was read. */
interface Place {
  readonly kind: 'record' | 'list' | 'referring';
  readonly entity: string;
  readonly id: string;
  readonly field: string;
}

/** Notes what an operation reads, each place once, in order. */
export class ReadLog implements ReadObserver {
  #places = new Map<string, Place>();
  #whole = true;
  #open = false;
  #view: View | null = null;
  /** Was the id given to a record by a step? */
  readonly #isNew: (id: string) => boolean;
  readonly #isNumber: (entity: string, field: string) => boolean;

  /** `isNumber`: a serial field that decides nothing. */
  constructor(isNew: (id: string) => boolean, isNumber: (entity: string, field: string) => boolean) {
    this.#isNew = isNew;
    this.#isNumber = isNumber;
  }

  /** Null: it read something that a world's cells do not say. */
  of<T>(view: View, body: () => T): { readonly value: T; readonly places: readonly Place[] | null } {
    this.#places = new Map();
    this.#whole = true;
    this.#open = true;
    this.#view = view;
    try {
      const value = body();
      return { value, places: this.#whole ? [...this.#places.values()] : null };
    } finally {
      this.#open = false;
    }
  }

  /** What `body` reads is not noted. */
  paused<T>(body: () => T): T {
    const open = this.#open;
    this.#open = false;
    try {
      return body();
    } finally {
      this.#open = open;
    }
  }

  #note(place: Place): void {
    if (!this.#open || (this.#isNew(place.id) && this.#view?.byId.has(place.id) !== true)) return;
    const key = `${place.kind} ${place.entity} ${place.field} ${place.id}`;
    if (!this.#places.has(key)) this.#places.set(key, place);
  }

  record(entity: string, id: string): void {
    this.#note({ kind: 'record', entity, id, field: '' });
  }

  list(entity: string): void {
    this.#note({ kind: 'list', entity, id: '', field: '' });
  }

  referring(entity: string, field: string, id: string): void {
    this.#note({ kind: 'referring', entity, id, field });
  }

  serial(entity: string, field: string): void {
    if (!this.#isNumber(entity, field)) this.other();
  }

  other(): void {
    if (this.#open) this.#whole = false;
  }
}

interface Question {
  readonly kind: Place['kind'];
  readonly entity: string;
  readonly field: string;
  /** Of the id, in the order in which ids became known. */
  readonly at: number;
  readonly next: Map<string, Step>;
}

type Step = Question | { readonly kind: 'result'; readonly result: unknown };

/**
 * Remembers what operations made of what they read, as trees of questions to the world. Ids are
 * numbered in the order in which they become known: alike records give the same answers.
 */
export class Memo {
  readonly #roots = new Map<string, Step>();
  readonly #relative: boolean;

  /** `relative`: no operation can tell two ids apart. */
  constructor(relative: boolean) {
    this.#relative = relative;
  }

  #rootOf(root: string, ids: readonly string[]): string {
    return this.#relative ? root : `${root} ${ids.join(' ')}`;
  }

  /** `ids`: those that the operation is given; those that its answers name are added. */
  find<T>(root: string, view: View, ids: string[]): T | null {
    let step = this.#roots.get(this.#rootOf(root, ids));
    while (step !== undefined) {
      if (step.kind === 'result') return step.result as T;
      step = step.next.get(answer(step, view, ids, this.#relative));
    }
    return null;
  }

  /**
   * `resultOf`: the result with all ids that became known; null: it cannot be said with them. What
   * reads an id that nothing names is not remembered.
   */
  keep(root: string, view: View, given: readonly string[], places: readonly Place[], resultOf: (ids: readonly string[]) => unknown): void {
    const ids = [...given];
    const start = this.#rootOf(root, ids);
    let step = this.#roots.get(start);
    let put = (made: Step): void => void this.#roots.set(start, made);
    for (const { kind, entity, field, id } of places) {
      const at = kind === 'list' ? 0 : ids.indexOf(id);
      if (at < 0) return;
      if (step === undefined) {
        step = { kind, entity, field, at, next: new Map() };
        put(step);
      }
      if (step.kind !== kind || step.entity !== entity || step.field !== field || step.at !== at) return;
      const { next } = step;
      const said = answer(step, view, ids, this.#relative);
      put = (made) => void next.set(said, made);
      step = next.get(said);
    }
    const result = step === undefined ? resultOf(ids) : null;
    if (result !== null) put({ kind: 'result', result });
  }
}

function answer({ kind, entity, field, at }: Question, view: View, ids: string[], relative: boolean): string {
  if (kind === 'record') {
    const cell = view.byId.get(ids[at] ?? '');
    if (cell === undefined || cell.entity !== entity) return '';
    return cell.links.length === 0 ? String(cell.template) : `${cell.template}:${numbers(cell.links, ids, relative)}`;
  }
  const cells = view.of(entity);
  const id = ids[at];
  const found = kind === 'list' ? cells : cells.filter(({ record }) => record[field] === id);
  return numbers(
    found.map((cell) => cell.id),
    ids,
    relative,
  );
}

function numbers(named: readonly string[], ids: string[], relative: boolean): string {
  let text = '';
  for (const id of named) {
    let at = ids.indexOf(id);
    if (at < 0) at = ids.push(id) - 1;
    text += relative ? `${at},` : `${id},`;
  }
  return text;
}
