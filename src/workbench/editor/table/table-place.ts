import { syntaxTree } from '@codemirror/language';
import type { EditorState, Line, Text } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { cellsOf, columnAt, prefixOf } from './cells.ts';

/**
 * Where in a table something is: numbers of lines in the text (1 for the first), and the column
 * (0 for the first).
 */
export interface TablePlace {
  readonly header: number;
  readonly last: number;
  readonly line: number;
  readonly column: number;
  /** How many the header has. */
  readonly columns: number;
}

/** The table around an offset, or null. */
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

/** The first row below the header and its line of dashes; it need not be there. */
export const firstRow = ({ header }: TablePlace): number => header + 2;

/** Where a cell's content is in the text; the last cell of a row that has fewer. */
export function cellRange(doc: Text, number: number, column: number): { readonly from: number; readonly to: number } {
  const line = doc.line(number);
  const cells = cellsOf(line.text);
  const cell = cells[Math.min(column, cells.length - 1)];
  return cell ? { from: line.from + cell.from, to: line.from + cell.to } : { from: line.to, to: line.to };
}

/**
 * What follows a line of a table, and what the line below begins with: a quote goes on, and so does
 * a text with Windows line ends.
 */
export function below(line: Line): { readonly at: number; readonly lead: string } {
  const carriage = line.text.endsWith('\r') ? '\r' : '';
  return { at: line.to - carriage.length, lead: `${carriage}\n${prefixOf(line.text)}` };
}

export const emptyRow = (columns: number): string => `|${'  |'.repeat(columns)}`;
