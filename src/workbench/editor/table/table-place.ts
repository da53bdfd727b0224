import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line, Text } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { cellsOf, columnAt, prefixOf } from './cells.ts';

/** A position in a table: one-based line numbers in the text, and a zero-based column. */
export interface TablePlace {
  readonly header: number;
  readonly last: number;
  readonly line: number;
  readonly column: number;
  /** The number of columns in the header. */
  readonly columns: number;
}

/** Returns the table around an offset, or null. */
export function tableAt(state: EditorState, position: number): SyntaxNode | null {
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side); node; node = node.parent) {
      if (node.name === 'Table') return node;
    }
  }
  return null;
}

export function placeAt(state: EditorState, position: number): TablePlace | null {
  const table = tableAt(state, position);
  if (table === null) return null;
  const { doc } = state;
  const line = doc.lineAt(position);
  const header = doc.lineAt(table.from);
  const last = doc.lineAt(table.to).number;
  if (line.number < header.number || line.number > last) return null;
  return {
    header: header.number,
    last,
    line: line.number,
    column: columnAt(line.text, position - line.from),
    columns: cellsOf(header.text).length,
  };
}

/** Returns the line of the first row below the delimiter row; it need not exist. */
export const firstRow = ({ header }: TablePlace): number => header + 2;

/** Returns the range of a cell's content; the last cell if the row has fewer. */
export function cellRange(doc: Text, number: number, column: number): { readonly from: number; readonly to: number } {
  const line = doc.line(number);
  const cells = cellsOf(line.text);
  const cell = cells[Math.min(column, cells.length - 1)];
  return cell ? { from: line.from + cell.from, to: line.from + cell.to } : { from: line.to, to: line.to };
}

/**
 * Returns where to insert a line below, and what it must start with: the quote marks, and a CR in
 * texts with Windows line breaks.
 */
export function insertionBelow(line: Line): { readonly at: number; readonly lead: string } {
  const carriage = line.text.endsWith('\r') ? '\r' : '';
  return { at: line.to - carriage.length, lead: `${carriage}\n${prefixOf(line.text)}` };
}

export const emptyRow = (columns: number): string => `|${'  |'.repeat(columns)}`;
