/**
 * A piece of the document with escapes resolved and lines joined, in which every offset still maps
 * to its position in the document. Stored as segments: the text from `starts[i]` on is at
 * `places[i]` in the document.
 */
export class Piece {
  readonly text: string;
  readonly #starts: readonly number[];
  readonly #places: readonly number[];

  constructor(text: string, starts: readonly number[], places: readonly number[]) {
    this.text = text;
    this.#starts = starts;
    this.#places = places;
  }

  /** The document offset of an offset in `text`, clamped to its ends. */
  at(offset: number): number {
    const clamped = Math.max(0, Math.min(offset, this.text.length));
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= clamped) low = middle;
      else high = middle - 1;
    }
    return (this.#places[low] ?? 0) + clamped - (this.#starts[low] ?? 0);
  }

  /** The piece without the characters at these offsets, which must ascend. */
  without(offsets: readonly number[]): Piece {
    if (offsets.length === 0) return this;
    const parts: string[] = [];
    const starts: number[] = [];
    const places: number[] = [];
    let length = 0;
    let segment = 0;
    let from = 0;
    const keep = (to: number) => {
      // A kept range may span several segments.
      for (let at = from; at < to; ) {
        while (segment + 1 < this.#starts.length && (this.#starts[segment + 1] ?? 0) <= at) segment++;
        const end = Math.min(to, this.#starts[segment + 1] ?? to);
        starts.push(length);
        places.push((this.#places[segment] ?? 0) + at - (this.#starts[segment] ?? 0));
        parts.push(this.text.slice(at, end));
        length += end - at;
        at = end;
      }
    };
    for (const offset of offsets) {
      keep(offset);
      from = offset + 1;
    }
    keep(this.text.length);
    if (starts.length === 0) return new Piece('', [0], [this.at(this.text.length)]);
    return new Piece(parts.join(''), starts, places);
  }
}

/**
 * The document, or a part of it, and the part's position. Readers use offsets of the excerpt, and
 * report positions in the document.
 */
export interface Excerpt {
  readonly text: string;
  readonly base: number;
}

/** A range of the text without changes. */
export const plainPiece = ({ text, base }: Excerpt, from: number, to: number): Piece => new Piece(text.slice(from, to), [0], [base + from]);

/** The lines between `from` and `to`, trimmed and joined by single spaces. */
export function joinedPiece({ text, base }: Excerpt, from: number, to: number): Piece {
  const parts: string[] = [];
  const starts: number[] = [];
  const places: number[] = [];
  let length = 0;
  for (let lineStart = from; lineStart <= to; ) {
    let lineEnd = lineStart;
    while (lineEnd < to && !isLineEnd(text.charCodeAt(lineEnd))) lineEnd++;
    const [first, last] = trimmed(text, lineStart, lineEnd);
    if (first < last || parts.length === 0) {
      if (length > 0) {
        parts.push(' ');
        length++;
      }
      starts.push(length);
      places.push(base + first);
      parts.push(text.slice(first, last));
      length += last - first;
    }
    lineStart = lineEnd + 1;
  }
  return new Piece(parts.join(''), starts, places);
}

export const isLineEnd = (code: number): boolean => code === 10 || code === 13;
const isBlank = (code: number): boolean => code === 32 || code === 9 || code === 13 || code === 10;

/** The range without blanks at its ends; empty if it contains only blanks. */
export function trimmed(text: string, from: number, to: number): [number, number] {
  let first = from;
  let last = to;
  while (first < last && isBlank(text.charCodeAt(first))) first++;
  while (last > first && isBlank(text.charCodeAt(last - 1))) last--;
  return [first, last];
}
