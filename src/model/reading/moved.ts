import type { Span } from '../../base/span.ts';

/** What could not be moved: one of its places lies outside the range that moves. */
export const elsewhere = Symbol('elsewhere');

/**
 * A copy of facts whose every place lies in one range of the document, as they are when that range has moved by `by` offsets. Objects that were the
 * same object are the same in the copy, where it matters: expressions and actions. Gives `elsewhere` when a place lies outside the range, for what
 * points to another place of the document does not move with this one.
 *
 * A place is a `from` and a `to` that are numbers. Expressions and actions are known by their `at`; the nodes and problems in them have places in
 * their own source, which stay.
 */
export function moved<Facts>(facts: Facts, range: Span, by: number): Facts | typeof elsewhere {
  const mover = new Mover(range, by);
  const copy = mover.move(facts);
  return mover.outside ? elsewhere : (copy as Facts);
}

class Mover {
  outside = false;
  readonly #range: Span;
  readonly #by: number;
  readonly #sources: { readonly before: object; readonly after: object }[] = [];

  constructor(range: Span, by: number) {
    this.#range = range;
    this.#by = by;
  }

  move(value: unknown): unknown {
    if (typeof value === 'function') throw new TypeError('facts that are moved hold no functions but `at`');
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.length === 0 ? value : this.#list(value);
    if (value instanceof Map) return this.#map(value);
    // Values such as dates and decimals have no place.
    if (Object.getPrototypeOf(value) !== Object.prototype) return value;
    return 'at' in value ? this.#source(value as Source) : this.#object(value as Readonly<Record<string, unknown>>);
  }

  #list(items: readonly unknown[]): unknown[] {
    const copy: unknown[] = [];
    for (const item of items) copy.push(this.move(item));
    return copy;
  }

  #map(entries: ReadonlyMap<unknown, unknown>): Map<unknown, unknown> {
    const copy = new Map<unknown, unknown>();
    for (const [key, value] of entries) copy.set(key, this.move(value));
    return copy;
  }

  /** An expression, or an action with its steps. */
  #source(before: Source): object {
    for (const known of this.#sources) if (known.before === before) return known.after;
    const by = this.#by;
    const steps = before.steps === undefined ? {} : { steps: this.move(before.steps) };
    const after = { ...before, ...steps, span: this.#span(before.span), at: (offset: number): number => before.at(offset) + by };
    this.#sources.push({ before, after });
    return after;
  }

  #object(before: Readonly<Record<string, unknown>>): object {
    const { from, to } = before;
    const isSpan = typeof from === 'number' && typeof to === 'number';
    const place = isSpan ? this.#span({ from, to }) : null;
    const after: Record<string, unknown> = {};
    for (const key in before) {
      if (place !== null && (key === 'from' || key === 'to')) after[key] = place[key];
      else after[key] = placeless.has(key) ? before[key] : this.move(before[key]);
    }
    return after;
  }

  #span({ from, to }: Span): Span {
    if (from < this.#range.from || to > this.#range.to) this.outside = true;
    return { from: from + this.#by, to: to + this.#by };
  }
}

interface Source {
  readonly span: Span;
  readonly steps?: unknown;
  at(offset: number): number;
}

/** The types of expressions have no places: not worth a walk. */
const placeless: ReadonlySet<string> = new Set(['valueType', 'types']);
