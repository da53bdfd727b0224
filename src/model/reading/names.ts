import { nearest } from '../../base/nearest.ts';
import type { Kind, Name, Reference } from '../ast/common.ts';
import type { Notes } from './notes.ts';

/**
 * The declared names, filled in the first pass and looked up in the second to tell uses from typos.
 */
export class Names {
  readonly #none: ReadonlySet<string> = new Set();
  readonly #byKind = new Map<Kind, Set<string>>();
  readonly #within = new Map<string, Set<string>>();

  add(kind: Kind, text: string, within: string | null = null): void {
    set(this.#byKind, kind).add(text);
    if (within !== null) set(this.#within, `${kind} ${within}`).add(text);
  }

  has(kind: Kind, text: string, within: string | null = null): boolean {
    return this.all(kind, within).has(text);
  }

  all(kind: Kind, within: string | null = null): ReadonlySet<string> {
    return (within === null ? this.#byKind.get(kind) : this.#within.get(`${kind} ${within}`)) ?? this.#none;
  }

  /** Appends all names to the key, in the order in which they were added. */
  writeKey(key: string[]): void {
    for (const sets of [this.#byKind, this.#within]) {
      for (const [set, names] of sets) {
        key.push(set, String(names.size));
        for (const name of names) key.push(name);
      }
    }
  }

  /** Records a use of a name. Returns whether it is declared. */
  refer(notes: Notes, kind: Kind, name: Name, section: number, within: string | null = null): boolean {
    const found = this.has(kind, name.text, within);
    const suggestions = found ? [] : nearest(name.text, this.all(kind, within));
    const reference: Reference = { kind, text: name.text, span: name.span, section, within, found, suggestions };
    notes.references.push(reference);
    return found;
  }
}

function set<Key>(map: Map<Key, Set<string>>, key: Key): Set<string> {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = new Set()));
  return found;
}
