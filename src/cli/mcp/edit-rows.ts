import { LineIndex } from '../../base/position.ts';
import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { writeIn } from '../../check/asking/write.ts';
import { readModel } from '../../model/read.ts';
import { allTables } from '../../syntax/all-tables.ts';
import { deleteRow, insertRow, setCell } from '../../syntax/edit-table.ts';
import { columnOf } from '../../syntax/find-row.ts';
import type { Row, Table } from '../../syntax/tree.ts';

/** A change of a document. Lines refer to the text before all changes. */
export type RowEdit =
  /** `row` is the line as the caller read it; the edit is refused if the line has changed since. */
  | { readonly action: 'set'; readonly line: number; readonly row: string; readonly column: string; readonly value: string }
  /** Inserts below the row at that line, or below the header. */
  | { readonly action: 'insert'; readonly line: number; readonly row: string; readonly cells: Readonly<Record<string, string>> }
  | { readonly action: 'delete'; readonly line: number; readonly row: string }
  /** Appends Markdown to a section, replacing a note that the section is not shown. */
  | { readonly action: 'append'; readonly section: number; readonly markdown: string };

/** Thrown for an edit that cannot be applied, with the reason. */
export class EditRefused extends Error {
  override readonly name = 'EditRefused';
}

/** Returns the text with all edits applied. Throws EditRefused if any of them cannot be applied. */
export function withEdits(text: string, edits: readonly RowEdit[]): string {
  const rows = rowsByLine(text);
  const changes = edits.flatMap((edit): readonly TextEdit[] => (edit.action === 'append' ? [] : editRow(text, rows, edit)));
  let changed: string;
  try {
    changed = applyEdits(text, changes);
  } catch (error) {
    if (error instanceof RangeError) throw new EditRefused('Two edits change the same place: make them one after the other.');
    throw error;
  }
  for (const edit of edits)
    if (edit.action === 'append') changed = applyEdits(changed, writeIn(readModel(changed), edit.section, edit.markdown));
  return changed;
}

interface PlacedRow {
  readonly table: Table;
  readonly row: Row;
  /** -1: the header. */
  readonly index: number;
}

function rowsByLine(text: string): ReadonlyMap<number, PlacedRow> {
  const lines = new LineIndex(text);
  const rows = new Map<number, PlacedRow>();
  for (const { table } of allTables(text))
    for (const [index, row] of [table.header, ...table.rows].entries())
      rows.set(lines.position(row.span.from).line, { table, row, index: index - 1 });
  return rows;
}

function editRow(text: string, rows: ReadonlyMap<number, PlacedRow>, edit: Exclude<RowEdit, { action: 'append' }>): readonly TextEdit[] {
  const place = rows.get(edit.line);
  if (place === undefined) throw new EditRefused(`Line ${edit.line} is not a table row. Read the document again.`);
  const { table, row, index } = place;
  if (row.source.trim() !== edit.row.trim())
    throw new EditRefused(`Line ${edit.line} has changed: it is now “${row.source.trim()}”. Read the document again.`);
  const columnAt = (name: string): number => {
    const column = columnOf(table, name);
    if (column < 0)
      throw new EditRefused(
        `The table of line ${edit.line} has no column “${name}”. It has ${table.header.cells.map((cell) => cell.text.trim()).join(', ')}.`,
      );
    return column;
  };
  switch (edit.action) {
    case 'set':
      return setCell(text, table, row, columnAt(edit.column), edit.value);
    case 'insert': {
      const cells = table.header.cells.map(() => '');
      for (const [name, value] of Object.entries(edit.cells)) cells[columnAt(name)] = value;
      return insertRow(text, table, index, cells);
    }
    case 'delete':
      if (index < 0) throw new EditRefused(`Line ${edit.line} is the header of a table and can’t be deleted.`);
      return deleteRow(text, table, index);
  }
}
