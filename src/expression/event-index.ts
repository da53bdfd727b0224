/**
 * The declared event names, arranged so that the longest with which a text begins is found without looking at all of them: two that could both
 * begin it have their first letters in common.
 */
export class EventIndex {
  readonly #byBeginning = new Map<string, { readonly name: string; readonly words: readonly string[] }[]>();

  constructor(names: Iterable<string>) {
    for (const name of new Set(names)) {
      // `delete` is an action of its own, also where section 4 has rows for it.
      if (name === 'delete') continue;
      const key = beginning(name);
      const group = this.#byBeginning.get(key);
      const entry = { name, words: name.split(/\s+/) };
      if (group === undefined) this.#byBeginning.set(key, [entry]);
      else group.push(entry);
    }
    for (const group of this.#byBeginning.values()) group.sort((a, b) => b.name.length - a.name.length);
  }

  /** The longest event with which a text begins and how much of the text it takes up, blanks counting as one; null where there is none. */
  longest(text: string): { readonly name: string; readonly length: number } | null {
    for (const { name, words } of this.#byBeginning.get(beginning(text)) ?? []) {
      const length = prefixLength(text, words);
      if (length !== null) return { name, length };
    }
    return null;
  }
}

/** The letters, digits and underscores that a text begins with: an event fits only where it begins with the same. */
const beginning = (text: string): string => /^\w*/.exec(text)?.[0] ?? '';

function prefixLength(text: string, words: readonly string[]): number | null {
  let at = 0;
  for (const [index, word] of words.entries()) {
    if (index > 0) {
      const from = at;
      while (at < text.length && /\s/.test(text.charAt(at))) at++;
      if (at === from) return null;
    }
    if (!text.startsWith(word, at)) return null;
    at += word.length;
  }
  return /^\w/.test(text.charAt(at)) ? null : at;
}
