import { span } from '../base/span.ts';
import { codesOf } from './code-spans.ts';
import { type Piece, plainPiece, trimmed } from './piece.ts';
import type { Cell, CodeSpan, Row, Table } from './tree.ts';

/** A table from the places of its lines (header first, without the delimiter row). */
export function readTable(text: string, from: number, to: number, lines: readonly { readonly from: number; readonly to: number }[]): Table {
  const [first = { from, to: from }, ...rest] = lines;
  const header = readRow(text, first.from, first.to, null);
  return { kind: 'table', span: span(from, to), header, rows: rest.map((line) => readRow(text, line.from, line.to, header.cells.length)) };
}

/** One line of a table. `columns` is the number of the header's cells, null for the header itself. */
export function readRow(text: string, from: number, to: number, columns: number | null): Row {
  const [start, end] = trimmed(text, from, to);
  const ranges = splitCells(text, start, end);
  const cells = ranges.slice(0, columns ?? ranges.length).map((range) => readCell(text, range.from, range.to, range.escapes));
  while (columns !== null && cells.length < columns) cells.push(readCell(text, end, end, false));
  const extra = columns === null ? [] : ranges.slice(columns).map((range) => readCell(text, range.from, range.to, range.escapes));
  return { span: span(start, end), cells, extra };
}

interface CellRange {
  readonly from: number;
  readonly to: number;
  /** Is there a `\|` in it? */
  readonly escapes: boolean;
}

/** What stands between the unescaped pipes, without what is outside the outer pipes. */
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

/** What stands between two places of a row as one cell: for a code span that an unescaped pipe has torn. */
export const mergedCell = (text: string, from: number, to: number): Cell => readCell(text, from, to, text.slice(from, to).includes('\\|'));

function readCell(text: string, from: number, to: number, escapes: boolean): Cell {
  const [first, last] = trimmed(text, from, to);
  // Content of an empty cell would be typed after one blank.
  if (first === last)
    return new TableCell(plainPiece(text, Math.min(from + 1, to), Math.min(from + 1, to)), Math.min(from + 1, to), Math.min(from + 1, to));
  const plain = plainPiece(text, first, last);
  return new TableCell(escapes ? unescaped(plain) : plain, first, last);
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

/** Code spans are looked for when they are asked for: most cells are words. */
class TableCell implements Cell {
  readonly span: Cell['span'];
  readonly text: string;
  readonly #piece: Piece;
  #codes: readonly CodeSpan[] | undefined;

  constructor(piece: Piece, from: number, to: number) {
    this.span = span(from, to);
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
