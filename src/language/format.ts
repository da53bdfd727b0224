import type { Span } from '../base/span.ts';
import type { TextEdit } from '../base/text-edit.ts';
import { allTables } from '../syntax/all-tables.ts';
import { splitCells } from '../syntax/table.ts';
import type { Table } from '../syntax/tree.ts';
import { widthOf } from './width.ts';

/**
 * The maximum padding of a column: one long expression would push the rest of the table out of
 * sight. A longer cell overflows its column, and the rest of its row follows directly.
 */
export const widestColumn = 60;

/** GFM requires only one dash. */
const narrowestColumn = 1;

/**
 * The edits that align every table of a document. They change nothing else, and formatting again
 * has no effect.
 */
export const formatDocument = (text: string): TextEdit[] =>
  allTables(text).flatMap(({ table, delimiter }) => alignTable(text, table, delimiter));

type Alignment = 'none' | 'left' | 'right' | 'center';

interface Line {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly string[];
}

/** The edits that align one table; `dashes` is the span of its delimiter row. */
function alignTable(text: string, table: Table, dashes: Span): TextEdit[] {
  const header = lineOf(text, table.header.span.from, table.header.span.to);
  const delimiter = lineOf(text, dashes.from, dashes.to);
  const rows = table.rows.map((row) => lineOf(text, row.span.from, row.span.to));
  const alignments = delimiter.cells.map(alignmentOf);
  const columns = Math.max(header.cells.length, delimiter.cells.length);
  const widths = Array.from({ length: columns }, (_, column) => widthOfColumn([header, ...rows], column));
  const edits: TextEdit[] = [];
  const write = (line: Line, insert: string): void => {
    if (text.slice(line.from, line.to) !== insert) edits.push({ from: line.from, to: line.to, insert });
  };
  for (const line of [header, ...rows]) {
    // A line that consists only of pipes has no cells to align.
    if (line.cells.length === 0) continue;
    write(line, `|${line.cells.map((cell, column) => ` ${padded(cell, widths[column] ?? 0, alignments[column])} |`).join('')}`);
  }
  write(delimiter, `|${delimiter.cells.map((_, column) => `${rule(widths[column] ?? narrowestColumn, alignments[column])}|`).join('')}`);
  return edits.sort((a, b) => a.from - b.from);
}

function lineOf(text: string, from: number, to: number): Line {
  return { from, to, cells: splitCells(text, from, to).map((cell) => text.slice(cell.from, cell.to).replace(/^[ \t\r]+|[ \t\r]+$/g, '')) };
}

function alignmentOf(dashes: string): Alignment {
  if (dashes.length > 1 && dashes.startsWith(':') && dashes.endsWith(':')) return 'center';
  if (dashes.endsWith(':')) return 'right';
  return dashes.startsWith(':') ? 'left' : 'none';
}

/** The width of the widest cell within the limit. */
function widthOfColumn(lines: readonly Line[], column: number): number {
  let widest = narrowestColumn;
  for (const { cells } of lines) {
    const width = widthOf(cells[column] ?? '');
    if (width <= widestColumn) widest = Math.max(widest, width);
  }
  return widest;
}

function padded(cell: string, width: number, alignment: Alignment = 'none'): string {
  const missing = Math.max(0, width - widthOf(cell));
  const before = alignment === 'right' ? missing : alignment === 'center' ? Math.floor(missing / 2) : 0;
  return ' '.repeat(before) + cell + ' '.repeat(missing - before);
}

/** The dashes of a delimiter row, including the spaces around cells, so that the pipes line up. */
function rule(width: number, alignment: Alignment = 'none'): string {
  const [first, last] = [alignment === 'left' || alignment === 'center', alignment === 'right' || alignment === 'center'];
  return (first ? ':' : '') + '-'.repeat(width + 2 - Number(first) - Number(last)) + (last ? ':' : '');
}
