import type { Span } from '../../base/span.ts';
import type { Problem } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { moved, type Read } from './moved.ts';
import { type Notes, notedSince } from './notes.ts';

/** The environment of what looks at nothing else. */
const nothing = 0;

/**
 * What was read of one row or bullet: a function of its text, of its kind (which says all else that
 * its reader was given) and of the environment.
 */
interface Unit {
  readonly environment: number;
  readonly place: Span;
  readonly read: Read;
  /**
   * The same at the place where it stood last; moved from `read` each time, so that places do not
   * go through a chain of functions.
   */
  latest: { readonly from: number; readonly read: Read } | null;
}

/**
 * What one reading of a document can know from the one before it: the facts of rows and bullets
 * that say the same and stand in the same environment, and how expressions parse. What was not
 * asked for in the last reading is forgotten.
 */
export class Memory {
  #unitsBefore = new Map<string, Map<string, Unit>>();
  #units = new Map<string, Map<string, Unit>>();
  #parsedBefore = new Map<string, Parsed>();
  #parsed = new Map<string, Parsed>();
  #shapesBefore = new Map<string, string>();
  #shapes = new Map<string, string>();
  /**
   * Everything outside a unit that its reader may look at, by number; null before it is settled.
   */
  #environment: number | null = null;
  #environmentsBefore = new Map<string, number>();
  #environments = new Map<string, number>();
  #lastEnvironment = 0;
  #lastKey = 0;
  #readAgain = 0;

  /** A new reading begins. */
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

  /** How many rows and bullets this reading had to read. */
  get readAgain(): number {
    return this.#readAgain;
  }

  /** From here on, up to the next call, units are read in this environment. */
  settle(environment: string): void {
    this.#environment = this.#environments.get(environment) ?? this.#environmentsBefore.get(environment) ?? ++this.#lastEnvironment;
    this.#environments.set(environment, this.#environment);
  }

  /**
   * What `read` gives and notes, read only where it is not known. `read` may depend only on
   * the text of the unit, what `kind` names and the environment, and change only the notes.
   * Facts that point outside `place` are read each time.
   */
  unit<Value>(notes: Notes, kind: string, source: string, place: Span, read: () => Value): Value {
    return this.#environment === null ? read() : this.#unit(notes, this.#environment, kind, source, place, read);
  }

  /** The same where nothing outside the unit counts. */
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
    // Where it has not moved it stays the same object.
    unit.latest = { from: place.from, read: by === 0 ? unit.read : read };
    return unit.latest.read;
  }

  #keep(kind: string, source: string, unit: Unit): void {
    const units = this.#units.get(kind);
    if (units === undefined) this.#units.set(kind, new Map([[source, unit]]));
    else units.set(source, unit);
  }

  /** How an expression's source parses: the same wherever it is. */
  parsed(source: string, parse: () => Parsed): Parsed {
    const known = this.#parsed.get(source) ?? this.#parsedBefore.get(source) ?? parse();
    this.#parsed.set(source, known);
    return known;
  }

  /** A short name for a long key, the same in this reading and the next. */
  shortKey(key: string): string {
    return this.shape(`key ${key}`, () => String(++this.#lastKey));
  }

  /** Something short that can be said of a row from its text alone. */
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
