/** So many are kept; then all are forgotten. */
const most = 2000;

interface Branch {
  text: string | null;
  readonly next: Map<string, Branch>;
}

const branch = (): Branch => ({ text: null, next: new Map() });

/**
 * Statements that are joined from the same parts again and again. Each is made once: the same
 * string object is hashed once and compared by its place, while a new one of two kilobytes is
 * copied and hashed wherever a map is asked for it.
 */
export class JoinedTexts {
  #root = branch();
  #kept = 0;

  /** `make` joins the parts; it must give the same text for the same parts. */
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
