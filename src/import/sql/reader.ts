import type { Statement, Token } from './tokens.ts';

/** Reads the tokens of a statement in order. Words are compared case-insensitively. */
export class TokenReader {
  readonly #tokens: Statement;
  #at = 0;

  constructor(tokens: Statement) {
    this.#tokens = tokens;
  }

  get done(): boolean {
    return this.#at >= this.#tokens.length;
  }

  get next(): Token | undefined {
    return this.#tokens[this.#at];
  }

  take(): Token | undefined {
    return this.#tokens[this.#at++];
  }

  /** Returns whether these words come next. */
  sees(...words: readonly string[]): boolean {
    return words.every((word, index) => {
      const token = this.#tokens[this.#at + index];
      return token !== undefined && token.kind !== 'string' && token.kind !== 'name' && token.text.toLowerCase() === word;
    });
  }

  /** Consumes these words if they come next; returns whether they did. */
  takes(...words: readonly string[]): boolean {
    if (!this.sees(...words)) return false;
    this.#at += words.length;
    return true;
  }

  /** Returns the remaining tokens without consuming them. */
  ahead(): Statement {
    return this.#tokens.slice(this.#at);
  }

  /** Consumes and returns the remaining tokens. */
  rest(): Statement {
    const rest = this.ahead();
    this.#at = this.#tokens.length;
    return rest;
  }

  /**
   * Consumes a name and returns its last part (`public.orders`: `orders`); null if no name comes
   * next.
   */
  name(): string | null {
    let found: string | null = null;
    while (this.next?.kind === 'word' || this.next?.kind === 'name') {
      found = this.take()?.text ?? null;
      if (!this.takes('.')) break;
    }
    return found;
  }

  /** Consumes brackets and returns the tokens inside; null if no bracket comes next. */
  brackets(): Token[] | null {
    if (!this.takes('(')) return null;
    const inside: Token[] = [];
    for (let depth = 1; !this.done; ) {
      const token = this.take();
      if (token === undefined) break;
      if (token.kind === 'mark' && token.text === '(') depth++;
      if (token.kind === 'mark' && token.text === ')' && --depth === 0) break;
      inside.push(token);
    }
    return inside;
  }
}

/** Splits a list at the commas outside of brackets. */
export function listed(tokens: Statement): Token[][] {
  const parts: Token[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === 'mark' && token.text === '(') depth++;
    if (token.kind === 'mark' && token.text === ')') depth--;
    if (token.kind === 'mark' && token.text === ',' && depth === 0) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts.filter((part) => part.length > 0);
}

/** Returns the column names in `(a, b DESC)`. */
export const namesIn = (tokens: Statement): string[] =>
  listed(tokens).flatMap(([first]) => (first?.kind === 'word' || first?.kind === 'name' ? [first.text] : []));

export const wordsOf = (tokens: Statement): string => tokens.map(({ text, kind }) => (kind === 'string' ? `'${text}'` : text)).join(' ');
