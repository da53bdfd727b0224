import { EditorSelection } from '@codemirror/state';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';
import { cellsOf, isDelimiterRow } from './cells.ts';
import { columnLeft, columnRight, deleteColumn, moveColumnLeft, moveColumnRight } from './columns.ts';
import { addRow, deleteRows, event, rowAbove, rowBelow, rowDown, rowUp } from './rows.ts';
import { cellRange, firstRow, placeAt } from './table-place.ts';

function select(view: EditorView, range: { readonly from: number; readonly to: number }): true {
  view.dispatch({ selection: EditorSelection.single(range.from, range.to), scrollIntoView: true, userEvent: 'select' });
  return true;
}

/**
 * Tab in a table goes to the next cell, as in a spreadsheet; after the last cell it adds a row.
 * Outside tables, Tab moves the focus on.
 */
const nextCell: Command = (view) => {
  const { state } = view;
  const { head } = state.selection.main;
  const place = placeAt(state, head);
  if (place === null || state.readOnly) return false;
  const { doc } = state;
  const line = doc.line(place.line);
  const next = isDelimiterRow(line.text) ? undefined : cellsOf(line.text).find((cell) => line.from + cell.from > head);
  if (next) return select(view, { from: line.from + next.from, to: line.from + next.to });
  const row = Math.max(place.line + 1, firstRow(place));
  return row <= place.last ? select(view, cellRange(doc, row, 0)) : addRow(view, place, place.last, 0);
};

const previousCell: Command = (view) => {
  const { state } = view;
  const { from: head } = state.selection.main;
  const place = placeAt(state, head);
  if (place === null) return false;
  const { doc } = state;
  const line = doc.line(place.line);
  const previous = isDelimiterRow(line.text) ? undefined : cellsOf(line.text).findLast((cell) => line.from + cell.to < head);
  if (previous) return select(view, { from: line.from + previous.from, to: line.from + previous.to });
  // Before the first cell, the focus moves on.
  if (place.line === place.header) return false;
  const row = place.line <= firstRow(place) ? place.header : place.line - 1;
  return select(view, cellRange(doc, row, Number.POSITIVE_INFINITY));
};

/**
 * Enter moves down to the next row, adding one after the last row. At the end of a line it starts a
 * new row, and in an empty last row it leaves the table.
 */
const down: Command = (view) => {
  const { state } = view;
  const range = state.selection.main;
  const place = state.readOnly || state.selection.ranges.length > 1 ? null : placeAt(state, range.head);
  if (place === null || state.doc.lineAt(range.anchor).number !== place.line) return false;
  const { doc } = state;
  const line = doc.line(place.line);
  if (range.empty && line.text.slice(0, range.head - line.from).trim() === '') return false;
  const body = place.line >= firstRow(place);
  if (body && place.line === place.last && cellsOf(line.text).every((cell) => cell.from === cell.to)) {
    view.dispatch({ changes: { from: line.from, to: line.to }, ...event('leave') });
    return true;
  }
  const cells = cellsOf(line.text);
  const behind = line.text.slice(range.head - line.from).trim() === '';
  if (range.empty && behind && body) return addRow(view, place, place.line, 0);
  const row = Math.max(place.line + 1, firstRow(place));
  if (row <= place.last) return select(view, cellRange(doc, row, place.column));
  // After the last cell of a row, people continue with the first cell of the next.
  return addRow(view, place, place.last, place.column === cells.length - 1 ? 0 : place.column);
};

/** Keys with another meaning inside tables take precedence over the default ones. */
export const tableKeys: readonly KeyBinding[] = [
  { key: 'Tab', run: nextCell, shift: previousCell },
  { key: 'Enter', run: down },
  { key: 'Mod-Enter', run: rowBelow, shift: rowAbove },
  { key: 'Alt-ArrowUp', run: rowUp },
  { key: 'Alt-ArrowDown', run: rowDown },
  { key: 'Alt-ArrowLeft', mac: 'Ctrl-Alt-ArrowLeft', run: moveColumnLeft, shift: columnLeft },
  { key: 'Alt-ArrowRight', mac: 'Ctrl-Alt-ArrowRight', run: moveColumnRight, shift: columnRight },
  { key: 'Shift-Mod-k', run: deleteRows },
  { key: 'Shift-Alt-Backspace', run: deleteColumn },
];
