import type { Span } from '../base/span.ts';
import type { Row, SyntaxTree, Table } from './tree.ts';

/** The table with the row that a place is in; `index`: of the row, from 0. */
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

/** The column of that header, from 0; -1 when the table has none. */
export const columnOf = (table: Table, header: string): number =>
  table.header.cells.findIndex(({ text }) => text.trim().toLowerCase() === header.toLowerCase());
