import type { Span } from '../../base/span.ts';
import { type CodeRange, scanCodes } from '../../syntax/code-spans.ts';
import type { Name } from '../ast/common.ts';

/** The common interface of a cell, a bullet and a paragraph. */
export interface TextSource {
  readonly text: string;
  at(offset: number): number;
}

/** The source of an expression or action with its place. */
export interface Source {
  readonly source: string;
  readonly span: Span;
  at(offset: number): number;
}

/** Trimmed text from a cell or bullet that knows its place in the document and its code spans. */
export class Phrase {
  readonly #whole: string;
  readonly #at: (offset: number) => number;
  readonly #codes: readonly CodeRange[];
  readonly from: number;
  readonly to: number;
  readonly text: string;

  private constructor(whole: string, at: (offset: number) => number, codes: readonly CodeRange[], from: number, to: number) {
    let first = from;
    let last = Math.max(from, to);
    while (first < last && isBlank(whole.charCodeAt(first))) first++;
    while (last > first && isBlank(whole.charCodeAt(last - 1))) last--;
    this.#whole = whole;
    this.#at = at;
    this.#codes = codes;
    this.from = first;
    this.to = last;
    this.text = whole.slice(first, last);
  }

  static of(source: TextSource): Phrase {
    return new Phrase(source.text, (offset) => source.at(offset), scanCodes(source.text), 0, source.text.length);
  }

  get empty(): boolean {
    return this.text === '';
  }

  get span(): Span {
    if (this.from === this.to) return { from: this.#at(this.from), to: this.#at(this.from) };
    return { from: this.#at(this.from), to: this.#at(this.to - 1) + 1 };
  }

  /** The document offset for an offset in `text`. */
  at(offset: number): number {
    return offset >= this.text.length && offset > 0 ? this.#at(this.to - 1) + 1 : this.#at(this.from + offset);
  }

  /** The text between two offsets of `text`, trimmed. */
  slice(from: number, to = this.text.length): Phrase {
    return new Phrase(this.#whole, this.#at, this.#codes, this.from + from, this.from + Math.max(from, to));
  }

  /** The phrase with the text between two offsets replaced by spaces. */
  without(from: number, to: number): Phrase {
    const [first, last] = [this.from + from, this.from + to];
    const whole = this.#whole.slice(0, first) + ' '.repeat(last - first) + this.#whole.slice(last);
    return new Phrase(whole, this.#at, this.#codes, this.from, this.to);
  }

  /** The content of a code span that covers the whole phrase; null if there is none. */
  get code(): Phrase | null {
    const code = this.#codes[this.#codeAfter(this.from)];
    if (code?.from !== this.from || code.to !== this.to) return null;
    return new Phrase(this.#whole, this.#at, [], code.innerFrom, code.innerTo);
  }

  /** The index of the first code span that ends after an offset. */
  #codeAfter(place: number): number {
    let low = 0;
    let high = this.#codes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#codes[middle]?.to ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Matches of a pattern outside code spans. The pattern needs the flag `g`. */
  *matches(pattern: RegExp): Generator<RegExpExecArray> {
    for (const match of this.text.matchAll(pattern)) {
      const place = this.from + match.index;
      const code = this.#codes[this.#codeAfter(place)];
      if (code === undefined || code.from >= place + match[0].length) yield match;
    }
  }

  /** The first match outside code spans, or null. */
  find(pattern: RegExp): RegExpExecArray | null {
    for (const match of this.matches(pattern)) return match;
    return null;
  }

  /** Splits at separators outside code spans and brackets. An empty phrase has no parts. */
  split(separator = ','): Phrase[] {
    if (this.empty) return [];
    const parts: Phrase[] = [];
    let start = 0;
    let depth = 0;
    let code = this.#codeAfter(this.from);
    for (let index = 0; index < this.text.length; index++) {
      while ((this.#codes[code]?.to ?? Number.POSITIVE_INFINITY) <= this.from + index) code++;
      const range = this.#codes[code];
      if (range !== undefined && range.from === this.from + index) {
        index = Math.min(range.to, this.to) - this.from - 1;
        continue;
      }
      const char = this.text[index] ?? '';
      if (char === '(' || char === '{' || char === '[') depth++;
      else if (char === ')' || char === '}' || char === ']') depth--;
      else if (char === separator && depth <= 0) {
        parts.push(this.slice(start, index));
        start = index + 1;
      }
    }
    parts.push(this.slice(start));
    return parts;
  }

  /** The phrase as a name, without surrounding backticks or emphasis. */
  name(): Name {
    const inner = this.plain();
    return { text: inner.text, span: inner.span };
  }

  /** The comma-separated names, without empty ones. */
  names(): Name[] {
    return this.split()
      .map((part) => part.name())
      .filter((name) => name.text !== '');
  }

  /** The phrase without a code span or emphasis around the whole. */
  plain(): Phrase {
    const code = this.code;
    if (code !== null) return code;
    const marks = /^(\*\*|__|\*|_)(?=\S)(.*\S)\1$/s.exec(this.text);
    if (marks && !(marks[2] ?? '').includes(marks[1] ?? ''))
      return this.slice((marks[1] ?? '').length, this.text.length - (marks[1] ?? '').length);
    return this;
  }

  /**
   * The phrase as an expression or action. Backticks inside it are replaced by spaces, so that
   * offsets still match.
   */
  source(): Source {
    const inner = this.code;
    if (inner !== null) return inner.source();
    const parts: string[] = [];
    let done = this.from;
    for (let index = this.#codeAfter(this.from); index < this.#codes.length; index++) {
      const code = this.#codes[index] as CodeRange;
      if (code.from >= this.to) break;
      if (code.from < this.from || code.to > this.to) continue;
      parts.push(this.#whole.slice(done, code.from), ' '.repeat(code.innerFrom - code.from));
      parts.push(this.#whole.slice(code.innerFrom, code.innerTo), ' '.repeat(code.to - code.innerTo));
      done = code.to;
    }
    const text = parts.join('') + this.#whole.slice(done, this.to);
    return { source: text, span: this.span, at: (offset) => this.at(offset) };
  }
}

const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;
