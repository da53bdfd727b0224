import { own } from '../../base/own.ts';
import { applyEdits, type TextEdit } from '../../base/text-edit.ts';
import { writeIn } from '../../check/asking/write.ts';
import type { Model, Placed } from '../../model/model.ts';
import { deleteRow, insertColumn, insertRow, tableText } from '../../syntax/edit-table.ts';
import { columnOf, rowAt } from '../../syntax/find-row.ts';
import { parseDocument } from '../../syntax/parse.ts';
import type { SyntaxTree, Table } from '../../syntax/tree.ts';
import { difference } from '../editor/difference.ts';

/**
 * Edits of the rows that facts of the model stand in; every byte that they do not mean to change
 * stays. See also `check/asking/write.ts`.
 */

/** What a cell of a fact's row says, as it is written; empty where the table has no such column. */
export function cellOf(model: Model, { span }: Placed, header: string): string {
  const place = rowAt(model.tree, span);
  if (place === null) return '';
  const column = columnOf(place.table, header);
  return column < 0 ? '' : (place.row.cells[column]?.text ?? '');
}

/**
 * Adds a row behind the one of a fact; columns that the table does not have yet are added for what
 * they are to hold. Null: the fact has no row.
 */
export function addRowAfter(model: Model, { span }: Placed, cells: Readonly<Record<string, string>>): TextEdit[] | null {
  const place = rowAt(model.tree, span);
  return place === null ? null : addRow(model.tree, place.table, place.index, cells);
}

/**
 * A row behind the one of a fact; where the section has no table yet, the table with its columns in
 * the order of `cells`. What is only assumed is declared where it is used: in another table.
 */
export function addRowTo(model: Model, section: number, last: Placed | undefined, cells: Readonly<Record<string, string>>): TextEdit[] {
  const headers = Object.keys(cells);
  const place = last === undefined ? null : rowAt(model.tree, last.span);
  const added =
    place === null || columnOf(place.table, headers[0] ?? '') !== 0 ? null : addRow(model.tree, place.table, place.index, cells);
  return added ?? writeIn(model, section, tableText(headers, [headers.map((header) => own(cells, header) ?? '')]));
}

function addRow(tree: SyntaxTree, table: Table, after: number, cells: Readonly<Record<string, string>>): TextEdit[] {
  const missing = Object.keys(cells).find((header) => own(cells, header)?.trim() !== '' && columnOf(table, header) < 0);
  if (missing === undefined) {
    const written = new Map(Object.entries(cells).map(([header, words]) => [header.toLowerCase(), words]));
    const row = table.header.cells.map(({ text }) => written.get(text.trim().toLowerCase()) ?? '');
    return insertRow(tree.text, table, after, row);
  }
  const wider = applyEdits(tree.text, insertColumn(tree.text, table, table.header.cells.length - 1, missing));
  const next = parseDocument(wider);
  const blocks = [...next.sections.flatMap((section) => section.blocks), ...next.loose];
  const same = blocks.find((block) => block.kind === 'table' && block.span.from === table.span.from);
  if (same?.kind !== 'table') throw new Error(`the table at ${table.span.from} is none any more with a column ${missing}`);
  const whole = difference(tree.text, applyEdits(wider, addRow(next, same, after, cells)));
  return whole === null ? [] : [whole];
}

/** Takes a fact's row out, with its line. */
export function removeRow(model: Model, { span }: Placed): TextEdit[] {
  const place = rowAt(model.tree, span);
  return place === null ? [] : deleteRow(model.tree.text, place.table, place.index);
}
