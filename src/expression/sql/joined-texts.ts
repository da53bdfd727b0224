/** The capacity of the cache; when it is full, all entries are dropped. */
const most = 2000;

interface Branch {
  text: string | null;
  readonly next: Map<string, Branch>;
}

const branch = (): Branch => ({ text: null, next: new Map() });

/**
 * Caches statements that are often joined from the same parts. Returning the same string object
 * saves time: it is hashed only once and compared by identity, while a new 2 kB string is copied
 * and hashed at every map lookup.
 */
export class JoinedTexts {
  #root = branch();
  #kept = 0;

  /** The text for these parts. `make` joins them and must be deterministic. */
  of(parts: readonly string[], make: () => string): string {
    let at = this.#root;
    for (const part of parts) {
      let next = at.next.get(part);
      if (next === undefined) at.next.set(part, (next = branch()));
      at = next;
    }
    if (at.text !== null) return at.text;
    if (++this.#kept > most) {
      this.#root = branch();
      this.#kept = 0;
    }
    return (at.text = make());
  }
}
