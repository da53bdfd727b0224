/**
 * The declared event names as a tree of words, which finds the longest event at the beginning of a
 * text without trying every name.
 */
export class EventIndex {
  readonly #root: Branch = { further: new Map(), last: new Map(), longest: 0 };

  constructor(names: Iterable<string>) {
    for (const name of names) {
      // `delete` is an action of its own, even if section 4 has rows for it.
      if (name === 'delete') continue;
      const words = name.split(/\s+/);
      const last = words.pop() ?? '';
      let branch = this.#root;
      for (const word of words) {
        let next = branch.further.get(word);
        if (next === undefined) branch.further.set(word, (next = { further: new Map(), last: new Map(), longest: 0 }));
        branch = next;
      }
      if (!branch.last.has(last)) branch.last.set(last, name);
      branch.longest = Math.max(branch.longest, last.length);
    }
  }

  /**
   * The longest event at the beginning of a text, and how many characters of the text it covers
   * (whitespace may vary); null if there is none.
   */
  longest(text: string): { readonly name: string; readonly length: number } | null {
    let found: { readonly name: string; readonly length: number } | null = null;
    let branch: Branch | undefined = this.#root;
    for (let at = 0; branch !== undefined; ) {
      const event = lastWord(branch, text, at);
      if (event !== null && event.name.length > (found?.name.length ?? 0)) found = event;
      // All words but the last are followed by whitespace, so they can be looked up as whole words.
      const from = at;
      while (at < text.length && !isBlank(text.charCodeAt(at))) at++;
      branch = branch.further.get(text.slice(from, at));
      const end = at;
      while (at < text.length && isBlank(text.charCodeAt(at))) at++;
      if (at === end) break;
    }
    return found;
  }
}

interface Branch {
  /** Events that continue, by their next word. */
  readonly further: Map<string, Branch>;
  /** Events that end here, by their last word. */
  readonly last: Map<string, string>;
  /** The length of the longest last word. */
  longest: number;
}

/** The event that ends with the word at `at`. No letter, digit or underscore may follow it. */
function lastWord(branch: Branch, text: string, at: number): { readonly name: string; readonly length: number } | null {
  for (let to = Math.min(text.length, at + branch.longest); to > at; to--) {
    if (/\w/.test(text.charAt(to))) continue;
    const name = branch.last.get(text.slice(at, to));
    if (name !== undefined) return { name, length: to };
  }
  return null;
}

const isBlank = (code: number): boolean => code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/.test(String.fromCharCode(code)));
