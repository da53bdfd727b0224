import type { Model } from '../../model/model.ts';
import { ModelDeclarations } from '../../model/reading/declarations.ts';
import { commonEnds } from '../../syntax/common-ends.ts';

/**
 * Tells which properties of a model are unchanged from the previous version, apart from places that
 * moved along with the text around the change. A result that depends only on such properties is the
 * same in both versions, because the order and nesting of places is preserved.
 */
export function sameParts(before: Model, after: Model): (part: keyof Model) => boolean {
  const { start, end } = commonEnds(before.text, after.text);
  const moves = new Moves(start, before.text.length - end, after.text.length - before.text.length);
  const known = new Map<keyof Model, boolean>();
  return (part) => {
    if (part === 'tree' || part === 'text') return before.text === after.text;
    let same = known.get(part);
    if (same === undefined) known.set(part, (same = moves.same(before[part], after[part])));
    return same;
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** Compares values of two versions. Returns false if unsure. */
class Moves {
  readonly #start: number;
  /** The end of the change in the previous version. */
  readonly #end: number;
  readonly #by: number;

  constructor(start: number, end: number, by: number) {
    this.#start = start;
    this.#end = end;
    this.#by = by;
  }

  same(a: unknown, b: unknown): boolean {
    if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return Object.is(a, b);
    // Most by far are plain objects.
    const kind = Object.getPrototypeOf(a);
    if (kind === Object.prototype) return Object.getPrototypeOf(b) === kind && this.#fields(a as Fields, b as Fields);
    if (Array.isArray(a)) {
      if (!Array.isArray(b) || a.length !== b.length) return false;
      for (let index = 0; index < a.length; index++) if (!this.same(a[index], b[index])) return false;
      return true;
    }
    if (kind !== Object.getPrototypeOf(b)) return false;
    if (a instanceof Map) return this.#pairs(a, b as Map<unknown, unknown>);
    if (a instanceof Set) return this.same([...a], [...(b as Set<unknown>)]);
    return kind === ModelDeclarations.prototype ? this.#fields(a as Fields, b as Fields) : a === b;
  }

  #pairs(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
    if (a.size !== b.size) return false;
    const others = b.entries();
    for (const [key, value] of a) {
      const [otherKey, other] = others.next().value as [unknown, unknown];
      if (!this.same(key, otherKey) || !this.same(value, other)) return false;
    }
    return true;
  }

  #fields(a: Fields, b: Fields): boolean {
    // An object shared by both versions is unchanged; if it lies before the change, it has not
    // moved either.
    if (a === b && ((a['span'] ?? a) as Place).to <= this.#start) return true;
    if (typeof a['from'] === 'number' && typeof a['to'] === 'number') {
      if (!this.#place(a as unknown as Place, b as unknown as Place)) return false;
    }
    if ('at' in a && typeof a['source'] === 'string') return this.#source(a as unknown as Source, b as unknown as Source);
    return this.#each(a, b);
  }

  #each(a: Fields, b: Fields): boolean {
    let more = 0;
    for (const _ in b) more++;
    for (const key in a) {
      more--;
      const before = a[key];
      if (key === 'at' || (typeof before === 'number' && (key === 'from' || key === 'to'))) continue;
      const after = b[key];
      if (typeof before !== 'object' ? !Object.is(before, after) : !this.same(before, after)) return false;
    }
    return more === 0;
  }

  /** Compares expressions or actions. The parts of an expression have no places in the document. */
  #source(a: Source, b: Source): boolean {
    if (a.source !== b.source || !this.#place(a.span, b.span)) return false;
    const length = a.source.length;
    // If nothing is escaped, the span determines all offsets.
    if (a.span.to - a.span.from !== length)
      for (let offset = 0; offset <= length; offset++) if (!this.#offset(a.at(offset), b.at(offset))) return false;
    if (a.steps !== undefined || b.steps !== undefined) return this.#each(a as unknown as Fields, b as unknown as Fields);
    return placeless.every((key) => a[key] === b[key] || this.same(a[key], b[key]));
  }

  #place(a: Place, b: Place): boolean {
    if (!this.#offset(a.from, b.from) || !this.#offset(a.to, b.to)) return false;
    // At an insertion, one end could be read as fixed or as moved; both ends must agree.
    return b.to - b.from === a.to - a.from || (a.from < this.#start && a.to > this.#end);
  }

  #offset(a: number, b: number): boolean {
    return (a <= this.#start && a === b) || (a >= this.#end && a + this.#by === b);
  }
}

const placeless = ['node', 'problems', 'type', 'reads'] as const;

interface Place {
  readonly from: number;
  readonly to: number;
}

interface Source {
  readonly source: string;
  readonly span: Place;
  readonly steps?: unknown;
  readonly node?: unknown;
  readonly problems?: unknown;
  readonly type?: unknown;
  readonly reads?: unknown;
  at(offset: number): number;
}
