import type { Span } from '../../base/span.ts';
import type { Problem } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { moved, type Read } from './moved.ts';
import { type Notes, notedSince } from './notes.ts';

/** The environment of units that depend on nothing outside themselves. */
const nothing = 0;

/**
 * What was read from one row or bullet: a function of its text, its kind (which includes everything
 * else passed to its reader) and the environment.
 */
interface Unit {
  readonly environment: number;
  readonly place: Span;
  readonly read: Read;
  /**
   * The result at the unit's latest place. Always moved from `read`, so that `at` functions do not
   * nest deeper with every move.
   */
  latest: { readonly from: number; readonly read: Read } | null;
}

/**
 * What a reading of a document can reuse from the previous one: facts of rows and bullets with the
 * same text and environment, and parsed expressions. Entries that a reading does not use are
 * dropped.
 */
export class Memory {
  #unitsBefore = new Map<string, Map<string, Unit>>();
  #units = new Map<string, Map<string, Unit>>();
  #parsedBefore = new Map<string, Parsed>();
  #parsed = new Map<string, Parsed>();
  #shapesBefore = new Map<string, string>();
  #shapes = new Map<string, string>();
  /** A number for everything outside a unit that its reader may depend on; null before `settle`. */
  #environment: number | null = null;
  #environmentsBefore = new Map<string, number>();
  #environments = new Map<string, number>();
  #lastEnvironment = 0;
  #lastKey = 0;
  #readAgain = 0;

  /** Begins a new reading. */
  begin(): void {
    this.#unitsBefore = this.#units;
    this.#units = new Map();
    this.#parsedBefore = this.#parsed;
    this.#parsed = new Map();
    this.#shapesBefore = this.#shapes;
    this.#shapes = new Map();
    this.#environmentsBefore = this.#environments;
    this.#environments = new Map();
    this.#environment = null;
    this.#readAgain = 0;
  }

  /** How many rows and bullets this reading could not reuse. */
  get readAgain(): number {
    return this.#readAgain;
  }

  /** Sets the environment in which units are read until the next call. */
  settle(environment: string): void {
    this.#environment = this.#environments.get(environment) ?? this.#environmentsBefore.get(environment) ?? ++this.#lastEnvironment;
    this.#environments.set(environment, this.#environment);
  }

  /**
   * What `read` returns and notes, reused if known. `read` may depend only on the unit's text,
   * `kind` and the environment, and may change only the notes. Facts that point outside `place` are
   * read every time.
   */
  unit<Value>(notes: Notes, kind: string, source: string, place: Span, read: () => Value): Value {
    return this.#environment === null ? read() : this.#unit(notes, this.#environment, kind, source, place, read);
  }

  /** Like `unit`, for a unit that depends on nothing outside itself. */
  unitAlone<Value>(notes: Notes, kind: string, source: string, place: Span, read: () => Value): Value {
    return this.#unit(notes, nothing, kind, source, place, read);
  }

  #unit<Value>(notes: Notes, environment: number, kind: string, source: string, place: Span, read: () => Value): Value {
    const known = this.#units.get(kind)?.get(source) ?? this.#unitsBefore.get(kind)?.get(source);
    if (known !== undefined && known.environment === environment) {
      const found = this.#at(known, place);
      if (found !== null) {
        this.#keep(kind, source, known);
        notes.add(found.noted);
        return found.value as Value;
      }
    }
    const mark = notes.mark();
    const value = read();
    this.#readAgain++;
    this.#keep(kind, source, { environment, place, read: { value, noted: notedSince(notes, mark) }, latest: null });
    return value;
  }

  #at(unit: Unit, place: Span): Read | null {
    if (unit.latest?.from === place.from) return unit.latest.read;
    const by = place.from - unit.place.from;
    const read = moved(unit.read, unit.place, by);
    if (read === null) return null;
    // A unit that has not moved keeps its original objects.
    unit.latest = { from: place.from, read: by === 0 ? unit.read : read };
    return unit.latest.read;
  }

  #keep(kind: string, source: string, unit: Unit): void {
    const units = this.#units.get(kind);
    if (units === undefined) this.#units.set(kind, new Map([[source, unit]]));
    else units.set(source, unit);
  }

  /** The parsed form of an expression's source, which does not depend on its place. */
  parsed(source: string, parse: () => Parsed): Parsed {
    const known = this.#parsed.get(source) ?? this.#parsedBefore.get(source) ?? parse();
    this.#parsed.set(source, known);
    return known;
  }

  /** A short key for a long one, stable across this reading and the next. */
  shortKey(key: string): string {
    return this.shape(`key ${key}`, () => String(++this.#lastKey));
  }

  /** A short property of a row that depends on its text alone. */
  shape<Shape extends string>(key: string, find: () => Shape): Shape {
    const known = (this.#shapes.get(key) ?? this.#shapesBefore.get(key) ?? find()) as Shape;
    this.#shapes.set(key, known);
    return known;
  }
}

export interface Parsed {
  readonly node: Node | null;
  readonly problems: readonly Problem[];
}
