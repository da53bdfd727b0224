import type { ChangeSpec, EditorState, Line } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { type CellRange, cellsOf } from './cells.ts';
import { change } from './rows.ts';
import { cellRange, placeAt, type TablePlace } from './table-place.ts';

const here = (state: EditorState): TablePlace | null => (state.readOnly ? null : placeAt(state, state.selection.main.head));

/**
 * Edits every line of the table. Rows with fewer cells than the header stay unchanged where they
 * have no cell.
 */
function everyLine(
  state: EditorState,
  place: TablePlace,
  edit: (cells: readonly CellRange[], line: Line) => readonly { readonly from: number; readonly to?: number; readonly insert?: string }[],
): ChangeSpec[] {
  const changes: ChangeSpec[] = [];
  for (let number = place.header; number <= place.last; number++) {
    const line = state.doc.line(number);
    for (const { from, to = from, insert = '' } of edit(cellsOf(line.text), line))
      changes.push({ from: line.from + from, to: line.from + to, insert });
  }
  return changes;
}

/** Inserts a column before this index and puts the cursor into its header, which needs a name. */
function addColumn(view: EditorView, place: TablePlace, before: number): true {
  const changes = everyLine(view.state, place, (cells, line) => {
    const dashes = line.number === place.header + 1;
    const cell = cells[before];
    if (cell) return [{ from: cell.start, insert: dashes ? '---|' : '  |' }];
    const last = cells[before - 1];
    if (!last) return [];
    // A row need not end with a pipe.
    const closed = line.text[last.end] === '|';
    return [{ from: closed ? last.end + 1 : last.end, insert: closed ? (dashes ? '---|' : '  |') : dashes ? '|---' : '|  ' }];
  });
  return change(view, 'column', changes, (text) => cellRange(text, place.header, before).from);
}

export const columnRight: Command = (view) => {
  const place = here(view.state);
  return place !== null && addColumn(view, place, place.column + 1);
};

export const columnLeft: Command = (view) => {
  const place = here(view.state);
  return place !== null && addColumn(view, place, place.column);
};

/** Deletes the cursor's column, unless it is the only one. */
export const deleteColumn: Command = (view) => {
  const place = here(view.state);
  if (place === null) return false;
  if (place.columns < 2) return true;
  const changes = everyLine(view.state, place, (cells, line) => {
    const cell = cells[place.column];
    if (!cell) return [];
    // Together with the pipe after it, or if there is none, the pipe before it.
    return line.text[cell.end] === '|' ? [{ from: cell.start, to: cell.end + 1 }] : [{ from: Math.max(0, cell.start - 1), to: cell.end }];
  });
  return change(view, 'delete', changes, (text) => cellRange(text, place.line, Math.min(place.column, place.columns - 2)).from);
};

function moveColumn(view: EditorView, by: -1 | 1): boolean {
  const place = here(view.state);
  if (place === null) return false;
  const to = place.column + by;
  if (to < 0 || to >= place.columns) return true;
  const changes = everyLine(view.state, place, (cells, line) => {
    const one = cells[place.column];
    const other = cells[to];
    if (!one || !other) return [];
    return [
      { from: one.start, to: one.end, insert: line.text.slice(other.start, other.end) },
      { from: other.start, to: other.end, insert: line.text.slice(one.start, one.end) },
    ];
  });
  return change(view, 'move', changes, (text) => cellRange(text, place.line, to).from);
}

export const moveColumnLeft: Command = (view) => moveColumn(view, -1);
export const moveColumnRight: Command = (view) => moveColumn(view, 1);
