import { own } from '../../base/own.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import { writeIn } from '../../check/asking/write.ts';
import type { Model, Placed } from '../../model/model.ts';
import { addRows } from '../../syntax/add-rows.ts';
import { deleteRow, tableText } from '../../syntax/edit-table.ts';
import { columnOf, rowAt } from '../../syntax/find-row.ts';

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
  return place === null ? null : addRows(model.tree, place.table, place.index, [cells]);
}

/**
 * A row behind the one of a fact; where the section has no table yet, the table with its columns in
 * the order of `cells`. What is only assumed is declared where it is used: in another table.
 */
export function addRowTo(model: Model, section: number, last: Placed | undefined, cells: Readonly<Record<string, string>>): TextEdit[] {
  const headers = Object.keys(cells);
  const place = last === undefined ? null : rowAt(model.tree, last.span);
  const added =
    place === null || columnOf(place.table, headers[0] ?? '') !== 0 ? null : addRows(model.tree, place.table, place.index, [cells]);
  return added ?? writeIn(model, section, tableText(headers, [headers.map((header) => own(cells, header) ?? '')]));
}

/** Takes a fact's row out, with its line. */
export function removeRow(model: Model, { span }: Placed): TextEdit[] {
  const place = rowAt(model.tree, span);
  return place === null ? [] : deleteRow(model.tree.text, place.table, place.index);
}
