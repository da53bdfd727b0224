import type { TextEdit } from '../base/text-edit.ts';
import { parseDocument } from '../syntax/parse.ts';
import { splitCells } from '../syntax/table.ts';
import type { Block, SyntaxTree, Table } from '../syntax/tree.ts';
import { widthOf } from './width.ts';

/**
 * A column is never padded beyond this: one long expression would push everything after it out of sight. A cell that is longer sticks out of
 * its column, and the rest of its row follows directly behind it.
 */
export const widestColumn = 60;

/** GFM asks for one dash; three are what people write. */
const narrowestColumn = 1;

/** The edits that align every table of a document. Nothing else is touched; twice gives nothing more to do. */
export function formatDocument(text: string): TextEdit[] {
  return tablesOf(parseDocument(text)).flatMap((table) => alignTable(text, table));
}

export const tablesOf = (tree: SyntaxTree): Table[] =>
  [...tree.loose, ...tree.sections.flatMap((section): readonly Block[] => section.blocks)].filter((block) => block.kind === 'table');

type Alignment = 'none' | 'left' | 'right' | 'center';

interface Line {
  readonly from: number;
  readonly to: number;
  readonly cells: readonly string[];
}

/** The edits that align one table. */
export function alignTable(text: string, table: Table): TextEdit[] {
  const header = lineOf(text, table.header.span.from, table.header.span.to);
  const delimiter = delimiterOf(text, table);
  if (delimiter === null) return [];
  const rows = table.rows.map((row) => lineOf(text, row.span.from, row.span.to));
  const alignments = delimiter.cells.map(alignmentOf);
  const columns = Math.max(header.cells.length, delimiter.cells.length);
  const widths = Array.from({ length: columns }, (_, column) => widthOfColumn([header, ...rows], column));
  const edits: TextEdit[] = [];
  const write = (line: Line, insert: string): void => {
    if (text.slice(line.from, line.to) !== insert) edits.push({ from: line.from, to: line.to, insert });
  };
  for (const line of [header, ...rows]) {
    // A line of pipes alone has no cells that could be aligned.
    if (line.cells.length === 0) continue;
    write(line, `|${line.cells.map((cell, column) => ` ${padded(cell, widths[column] ?? 0, alignments[column])} |`).join('')}`);
  }
  write(delimiter, `|${delimiter.cells.map((_, column) => `${rule(widths[column] ?? narrowestColumn, alignments[column])}|`).join('')}`);
  return edits.sort((a, b) => a.from - b.from);
}

function lineOf(text: string, from: number, to: number): Line {
  return { from, to, cells: splitCells(text, from, to).map((cell) => text.slice(cell.from, cell.to).replace(/^[ \t\r]+|[ \t\r]+$/g, '')) };
}

/** The line of dashes stands between the header and the first row; the tree does not keep it. */
function delimiterOf(text: string, table: Table): Line | null {
  const match = /[|:-][ \t|:-]*/.exec(text.slice(table.header.span.to, table.rows[0]?.span.from ?? table.span.to));
  if (match === null) return null;
  const from = table.header.span.to + match.index;
  const line = lineOf(text, from, from + match[0].trimEnd().length);
  return line.cells.length > 0 && line.cells.every((cell) => /^:?-+:?$/.test(cell)) ? line : null;
}

function alignmentOf(dashes: string): Alignment {
  if (dashes.length > 1 && dashes.startsWith(':') && dashes.endsWith(':')) return 'center';
  if (dashes.endsWith(':')) return 'right';
  return dashes.startsWith(':') ? 'left' : 'none';
}

/** As wide as its widest cell that keeps within the limit. */
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

/** `---`, with the blanks beside the cells, so that the pipes stand below each other. */
function rule(width: number, alignment: Alignment = 'none'): string {
  const [first, last] = [alignment === 'left' || alignment === 'center', alignment === 'right' || alignment === 'center'];
  return (first ? ':' : '') + '-'.repeat(width + 2 - Number(first) - Number(last)) + (last ? ':' : '');
}
