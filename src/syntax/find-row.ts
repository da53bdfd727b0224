import type { Span } from '../base/span.ts';
import type { Row, SyntaxTree, Table } from './tree.ts';

/** The row at a position, with its table; `index`: of the row, from 0. Null: there is none. */
export function rowAt(
  { sections }: SyntaxTree,
  { from }: Span,
): { readonly table: Table; readonly row: Row; readonly index: number } | null {
  for (const section of sections) {
    for (const block of section.blocks) {
      if (block.kind !== 'table' || from < block.span.from || from >= block.span.to) continue;
      const index = block.rows.findIndex((row) => row.span.from <= from && from <= row.span.to);
      const row = block.rows[index];
      if (row !== undefined) return { table: block, row, index };
    }
  }
  return null;
}

/** The column with this header, from 0; -1 if the table has none. */
export const columnOf = (table: Table, header: string): number =>
  table.header.cells.findIndex(({ text }) => text.trim().toLowerCase() === header.toLowerCase());
