import type { Span } from '../../base/span.ts';
import type { Model } from '../../model/model.ts';
import { keyOf, type NamedThing, type Occurrence } from '../symbol.ts';

/**
 * Collects the occurrences that the passes find. Duplicates with the same meaning count once; a
 * declaration remains a declaration.
 */
export class Collection {
  readonly #found = new Map<string, Occurrence>();
  readonly #text: string;

  constructor(readonly model: Model) {
    this.#text = model.tree.text;
  }

  add(thing: NamedThing, span: Span, declaration = false): void {
    const { kind, text, within } = thing;
    if (text === '' || span.from >= span.to || !same(this.#text.slice(span.from, span.to), text)) return;
    const key = `${span.from} ${keyOf(thing)}`;
    const before = this.#found.get(key);
    if (before === undefined || (declaration && !before.declaration)) this.#found.set(key, { kind, text, within, span, declaration });
  }

  sorted(): Occurrence[] {
    return [...this.#found.values()].sort((a, b) => a.span.from - b.span.from || a.span.to - b.span.to);
  }
}

/** Whitespace inside a name of several words may vary. */
const same = (written: string, text: string): boolean => written === text || written.replace(/\s+/g, ' ') === text.replace(/\s+/g, ' ');
