import type { TextEdit } from '../base/text-edit.ts';
import { splitCells } from './table.ts';
import type { Row, Table } from './tree.ts';

/** Edits of tables. They change nothing but what they are for: every other byte stays. */

/** The text of a cell: on one line, with pipes escaped. Pipes that are already escaped stay so. */
export const cellText = (words: string): string =>
  words
    .replace(/\s*[\r\n]+\s*/g, ' ')
    .trim()
    .replace(/\\\||\|/g, '\\|')
    // A backslash at the end would escape the pipe that closes the cell.
    .replace(/\\+$/, (marks) => (marks.length % 2 === 0 ? marks : `${marks}\\`));

/** A whole row, `| a | | b |`, without a line end. */
export const rowText = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cellText(cell) === '' ? ' ' : ` ${cellText(cell)} `)).join('|')}|`;

/** A whole table, without a final line end. */
export function tableText(header: readonly string[], rows: readonly (readonly string[])[], lineEnd = '\n'): string {
  return [rowText(header), `|${'---|'.repeat(header.length)}`, ...rows.map(rowText)].join(lineEnd);
}

/** The document's line end. */
export const lineEndOf = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/**
 * Replaces the content of a cell. `column` counts from 0. Throws RangeError beyond the header's
 * columns.
 */
export function setCell(text: string, table: Table, row: Row, column: number, words: string): TextEdit[] {
  const cell = row.cells[column];
  if (cell === undefined || column >= table.header.cells.length) {
    throw new RangeError(`column ${column} of a table with ${table.header.cells.length} columns`);
  }
  const insert = cellText(words);
  const { from, to } = cell.span;
  if (from < to) {
    if (text.slice(from, to) === insert) return [];
    // Without an outer pipe, the start of a line could be read as something else: an empty line, a
    // list, a heading.
    const open = column === 0 && text[row.span.from] !== '|' && !/^\p{L}/u.test(insert);
    return [{ from, to, insert: open ? `| ${insert}`.trimEnd() : insert }];
  }
  if (insert === '') return [];
  const missing = missingCells(text, row, column);
  if (missing > 0) {
    const closed = endsWithPipe(text, row.span.from, row.span.to);
    const before = ' |'.repeat(missing - 1);
    return [{ from: row.span.to, to: row.span.to, insert: closed ? `${before} ${insert} |` : `${before} | ${insert}` }];
  }
  const left = /[\s]/.test(text[from - 1] ?? '') ? '' : ' ';
  const right = /[\s]/.test(text[from] ?? '') ? '' : ' ';
  return [{ from, to: from, insert: `${left}${insert}${right}` }];
}

/** How many cells the row lacks, up to and including `column`. */
function missingCells(text: string, row: Row, column: number): number {
  return Math.max(0, column + 1 - splitCells(text, row.span.from, row.span.to).length);
}

function endsWithPipe(text: string, from: number, to: number): boolean {
  if (text[to - 1] !== '|' || to - 1 <= from) return false;
  let backslashes = 0;
  while (to - 2 - backslashes >= from && text[to - 2 - backslashes] === '\\') backslashes++;
  return backslashes % 2 === 0;
}

/**
 * Adds a row after the row with index `after`; -1: as the first. Cells beyond the header's columns
 * are left out.
 */
export function insertRow(text: string, table: Table, after: number, cells: readonly string[]): TextEdit[] {
  const at =
    after < 0 || table.rows.length === 0 ? delimiterEnd(text, table) : (table.rows[Math.min(after, table.rows.length - 1)] as Row).span.to;
  const width = table.header.cells.length;
  const full = Array.from({ length: width }, (_, index) => cells[index] ?? '');
  const end = trailingBlanks(text, at);
  return [{ from: end, to: end, insert: `${lineEndOf(text)}${indentOf(text, table)}${rowText(full)}` }];
}

/** Deletes a row with its line. Throws RangeError if it does not exist. */
export function deleteRow(text: string, table: Table, index: number): TextEdit[] {
  const row = table.rows[index];
  if (row === undefined) throw new RangeError(`row ${index} of a table with ${table.rows.length} rows`);
  const before = lineStart(text, row.span.from);
  // Includes the line break before it, because the last line of a document may have none after it.
  const from = before >= 2 && text[before - 2] === '\r' ? before - 2 : Math.max(0, before - 1);
  return [{ from, to: trailingBlanks(text, row.span.to), insert: '' }];
}

/**
 * Adds a column after the column with index `after`; -1: as the first. `cells` are those of the
 * rows, in order.
 */
export function insertColumn(text: string, table: Table, after: number, header: string, cells: readonly string[] = []): TextEdit[] {
  const delimiter = delimiterLine(text, table);
  return [
    columnEdit(text, table.header.span.from, table.header.span.to, after, cellText(header) === '' ? ' ' : ` ${cellText(header)} `),
    columnEdit(text, delimiter.from, delimiter.to, after, '---'),
    ...table.rows.flatMap((row, index) => {
      const words = cellText(cells[index] ?? '');
      const present = splitCells(text, row.span.from, row.span.to).length;
      if (present > after) return [columnEdit(text, row.span.from, row.span.to, after, words === '' ? ' ' : ` ${words} `)];
      if (words === '') return [];
      // The row lacks cells before the new one.
      const closed = endsWithPipe(text, row.span.from, row.span.to);
      const gap = ' |'.repeat(after + 1 - present);
      return [{ from: row.span.to, to: row.span.to, insert: closed ? `${gap} ${words} |` : `${gap} | ${words}` }];
    }),
  ];
}

function columnEdit(text: string, from: number, to: number, after: number, cell: string): TextEdit {
  if (after < 0) {
    if (text[from] === '|') return { from, to: from, insert: `|${cell}` };
    return { from, to: from, insert: `|${cell}| ` };
  }
  const cells = splitCells(text, from, to);
  const end = cells[Math.min(after, cells.length - 1)]?.to ?? to;
  return text[end] === '|' ? { from: end, to: end, insert: `|${cell}` } : { from: end, to: end, insert: ` |${cell.trimEnd()}` };
}

/** The line below the header. */
function delimiterLine(text: string, table: Table): { readonly from: number; readonly to: number } {
  let from = table.header.span.to;
  while (from < text.length && text[from] !== '\n' && text[from] !== '\r') from++;
  while (from < text.length && /\s/.test(text[from] ?? '')) from++;
  let to = from;
  while (to < text.length && text[to] !== '\n' && text[to] !== '\r') to++;
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--;
  return { from, to };
}

const delimiterEnd = (text: string, table: Table): number => delimiterLine(text, table).to;

function lineStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] !== '\n' && text[start - 1] !== '\r') start--;
  return start;
}

/** Skips spaces and tabs after a position. */
function trailingBlanks(text: string, at: number): number {
  let end = at;
  while (end < text.length && (text[end] === ' ' || text[end] === '\t')) end++;
  return end;
}

/** The indentation of the table's first line, at most three spaces. */
function indentOf(text: string, table: Table): string {
  const indent = text.slice(lineStart(text, table.header.span.from), table.header.span.from);
  return /^ {0,3}$/.test(indent) ? indent : '';
}
