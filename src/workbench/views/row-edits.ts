import { own } from '../../base/own.ts';
import type { TextEdit } from '../../base/text-edit.ts';
import { writeIn } from '../../check/asking/write.ts';
import type { Model, Placed } from '../../model/model.ts';
import { addRows } from '../../syntax/add-rows.ts';
import { deleteRow, tableText } from '../../syntax/edit-table.ts';
import { columnOf, rowAt } from '../../syntax/find-row.ts';

/**
 * Edits of the table rows that declare facts of the model; all other bytes stay unchanged. See also
 * `check/asking/write.ts`.
 */

/** Returns a cell of a fact's row as written; empty if the table lacks the column. */
export function cellOf(model: Model, { span }: Placed, header: string): string {
  const place = rowAt(model.tree, span);
  if (place === null) return '';
  const column = columnOf(place.table, header);
  return column < 0 ? '' : (place.row.cells[column]?.text ?? '');
}

/**
 * Adds a row after that of a fact, with columns that the table lacks. Returns null if the fact has
 * no row.
 */
export function addRowAfter(model: Model, { span }: Placed, cells: Readonly<Record<string, string>>): TextEdit[] | null {
  const place = rowAt(model.tree, span);
  return place === null ? null : addRows(model.tree, place.table, place.index, [cells]);
}

/**
 * Adds a row after that of a fact. If the section has no table yet, adds one with columns in the
 * order of `cells`. An assumed fact is declared by a row of another table, so it gets a new table
 * too.
 */
export function addRowTo(model: Model, section: number, last: Placed | undefined, cells: Readonly<Record<string, string>>): TextEdit[] {
  const headers = Object.keys(cells);
  const place = last === undefined ? null : rowAt(model.tree, last.span);
  const added =
    place === null || columnOf(place.table, headers[0] ?? '') !== 0 ? null : addRows(model.tree, place.table, place.index, [cells]);
  return added ?? writeIn(model, section, tableText(headers, [headers.map((header) => own(cells, header) ?? '')]));
}

/** Removes a fact's row with its line. */
export function removeRow(model: Model, { span }: Placed): TextEdit[] {
  const place = rowAt(model.tree, span);
  return place === null ? [] : deleteRow(model.tree.text, place.table, place.index);
}
