import { own } from '../base/own.ts';
import { applyEdits, type TextEdit } from '../base/text-edit.ts';
import { difference } from './common-ends.ts';
import { insertColumn, insertRow } from './edit-table.ts';
import { columnOf } from './find-row.ts';
import { parseDocument } from './parse.ts';
import type { SyntaxTree, Table } from './tree.ts';

/** The texts of cells, by the header of their column. */
export type Cells = Readonly<Record<string, string>>;

/**
 * Adds rows after the row with index `after`. Also adds missing columns, if they have a non-empty
 * cell: before the description, which stays last.
 */
export function addRows(tree: SyntaxTree, table: Table, after: number, rows: readonly Cells[]): TextEdit[] {
  const missing = rows
    .flatMap((cells) => Object.keys(cells).filter((header) => own(cells, header)?.trim() !== ''))
    .find((header) => columnOf(table, header) < 0);
  if (missing === undefined) return rows.flatMap((cells) => insertRow(tree.text, table, after, inOrder(table, cells)));
  const wider = applyEdits(tree.text, addColumn(tree.text, table, missing));
  const next = parseDocument(wider);
  const blocks = [...next.sections.flatMap((section) => section.blocks), ...next.loose];
  const same = blocks.find((block) => block.kind === 'table' && block.span.from === table.span.from);
  if (same?.kind !== 'table') throw new Error(`the table at ${table.span.from} is none any more with a column ${missing}`);
  const whole = applyEdits(wider, addRows(next, same, after, rows));
  const edit = difference(tree.text, whole);
  return edit === null ? [] : [edit];
}

/** Adds a column before the description, or as the last one if the table has none. */
export function addColumn(text: string, table: Table, header: string, cells: readonly string[] = []): TextEdit[] {
  const description = columnOf(table, 'Description');
  return insertColumn(text, table, (description > 0 ? description : table.header.cells.length) - 1, header, cells);
}

function inOrder(table: Table, cells: Cells): string[] {
  const written = new Map(Object.entries(cells).map(([header, words]) => [header.toLowerCase(), words]));
  return table.header.cells.map(({ text }) => written.get(text.trim().toLowerCase()) ?? '');
}
