import { span } from '../base/span.ts';
import { codesOf, endOf } from './code-spans.ts';
import { withoutComments } from './comments.ts';
import { type Excerpt, type Piece, plainPiece, trimmed } from './piece.ts';
import type { Cell, CodeSpan, Row, Table } from './tree.ts';

/** Reads a table from the positions of its lines (header first, without the delimiter row). */
export function readTable(
  excerpt: Excerpt,
  from: number,
  to: number,
  lines: readonly { readonly from: number; readonly to: number }[],
): Table {
  const [first = { from, to: from }, ...rest] = lines;
  const header = new TableRow(excerpt, first.from, first.to, null);
  const columns = header.cells.length;
  const place = span(excerpt.base + from, excerpt.base + to);
  return { kind: 'table', span: place, header, rows: rest.map((line) => new TableRow(excerpt, line.from, line.to, columns)) };
}

/**
 * One line of a table. It is split into cells on demand, because most rows are already known when a
 * document is parsed again.
 */
class TableRow implements Row {
  readonly span: Row['span'];
  readonly source: string;
  readonly #excerpt: Excerpt;
  /** The number of the header's cells; null for the header itself. */
  readonly #columns: number | null;
  #parts: Parts | undefined;

  constructor(excerpt: Excerpt, from: number, to: number, columns: number | null) {
    const [first, last] = trimmed(excerpt.text, from, to);
    this.span = span(excerpt.base + first, excerpt.base + last);
    this.source = excerpt.text.slice(first, last);
    this.#excerpt = excerpt;
    this.#columns = columns;
  }

  get cells(): readonly Cell[] {
    return this.#read().cells;
  }

  get extra(): readonly Cell[] {
    return this.#read().extra;
  }

  #read(): Parts {
    const { base } = this.#excerpt;
    this.#parts ??= splitRow(this.#excerpt, this.span.from - base, this.span.to - base, this.#columns);
    return this.#parts;
  }
}

interface Parts {
  readonly cells: readonly Cell[];
  readonly extra: readonly Cell[];
}

function splitRow(excerpt: Excerpt, from: number, to: number, columns: number | null): Parts {
  const all = splitCells(excerpt.text, from, to).map((range) => readCell(excerpt, range.from, range.to, range.escapes));
  if (columns === null || all.length === columns) return { cells: all, extra: none };
  const extra = all.splice(columns);
  while (all.length < columns) all.push(readCell(excerpt, to, to, false));
  return { cells: all, extra };
}

const none: readonly Cell[] = [];

interface CellRange {
  readonly from: number;
  readonly to: number;
  /** Whether it contains a `\|`. */
  readonly escapes: boolean;
}

/** The ranges between unescaped pipes, without the parts outside the outer pipes. */
export function splitCells(text: string, from: number, to: number): CellRange[] {
  const ranges: CellRange[] = [];
  let start = text.charCodeAt(from) === 124 ? from + 1 : from;
  let escapes = false;
  for (let index = start; index < to; index++) {
    const code = text.charCodeAt(index);
    if (code === 92) {
      index++;
      if (index < to && text.charCodeAt(index) === 124) escapes = true;
    } else if (code === 124) {
      ranges.push({ from: start, to: index, escapes });
      start = index + 1;
      escapes = false;
    }
  }
  if (start < to) ranges.push({ from: start, to, escapes });
  return ranges;
}

/** Reads a range of a row as one cell, for a code span that an unescaped pipe has split. */
export const mergedCell = (text: string, from: number, to: number): Cell =>
  readCell({ text, base: 0 }, from, to, text.slice(from, to).includes('\\|'));

function readCell(excerpt: Excerpt, from: number, to: number, escapes: boolean): Cell {
  const [first, last] = trimmed(excerpt.text, from, to);
  // The content of an empty cell would be typed after one space.
  const [start, end] = first === last ? [Math.min(from + 1, to), Math.min(from + 1, to)] : [first, last];
  const plain = plainPiece(excerpt, start, end);
  const whole = escapes ? unescaped(plain) : plain;
  const piece = withoutComments(whole);
  if (piece === whole) return new TableCell(piece, span(excerpt.base + start, excerpt.base + end));
  // Content of a cell that holds only a comment would be typed before the comment.
  if (piece.text === '') return new TableCell(plainPiece(excerpt, start, start), span(excerpt.base + start, excerpt.base + start));
  return new TableCell(piece, span(piece.at(0), endOf(piece, piece.text.length)));
}

function unescaped(piece: Piece): Piece {
  const dropped: number[] = [];
  for (let index = 0; index < piece.text.length; index++) {
    if (piece.text.charCodeAt(index) !== 92) continue;
    if (piece.text.charCodeAt(index + 1) === 124) dropped.push(index);
    index++;
  }
  return piece.without(dropped);
}

/** A cell. Code spans are searched on demand, because most cells are plain text. */
class TableCell implements Cell {
  readonly span: Cell['span'];
  readonly text: string;
  readonly #piece: Piece;
  #codes: readonly CodeSpan[] | undefined;

  constructor(piece: Piece, place: Cell['span']) {
    this.span = place;
    this.text = piece.text;
    this.#piece = piece;
  }

  get codes(): readonly CodeSpan[] {
    this.#codes ??= codesOf(this.#piece);
    return this.#codes;
  }

  get code(): CodeSpan | null {
    if (!this.text.startsWith('`')) return null;
    const [only] = this.codes;
    return only !== undefined && only.span.from === this.span.from && only.span.to === this.span.to ? only : null;
  }

  at(offset: number): number {
    return this.#piece.at(offset);
  }
}
