import { isolateHistory, moveLineDown, moveLineUp } from '@codemirror/commands';
import type { ChangeSpec, EditorState, Text } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { cellRange, emptyRow, firstRow, insertionBelow, placeAt, type TablePlace } from './table-place.ts';

export const event = (name: string) => ({ userEvent: `input.table.${name}`, annotations: isolateHistory.of('full') });

/** Applies edits as one undo step; `cursor` returns an offset in the new text. */
export function change(view: EditorView, name: string, edits: ChangeSpec, cursor: (doc: Text) => number): true {
  const changes = view.state.changes(edits);
  view.dispatch({ changes, selection: { anchor: cursor(changes.apply(view.state.doc)) }, scrollIntoView: true, ...event(name) });
  return true;
}

/** Inserts an empty row below a line of the table and puts the cursor into one of its cells. */
export function addRow(view: EditorView, place: TablePlace, after: number, column: number): true {
  const line = view.state.doc.line(Math.max(after, place.header + 1));
  const { at, lead } = insertionBelow(line);
  view.dispatch({
    changes: { from: at, insert: `${lead}${emptyRow(place.columns)}` },
    // Each cell of the new row is three characters wide: `| | |`.
    selection: { anchor: at + lead.length + 2 + 3 * Math.min(column, place.columns - 1) },
    scrollIntoView: true,
    ...event('row'),
  });
  return true;
}

const here = (state: EditorState): TablePlace | null => (state.readOnly ? null : placeAt(state, state.selection.main.head));

export const rowBelow: Command = (view) => {
  const place = here(view.state);
  return place !== null && addRow(view, place, place.line, 0);
};

export const rowAbove: Command = (view) => {
  const place = here(view.state);
  return place !== null && addRow(view, place, place.line - 1, 0);
};

/** Returns the selected rows if they belong to one table; null if they include the header. */
function selectedRows(state: EditorState): { readonly place: TablePlace; readonly first: number; readonly last: number } | null {
  const { from, to } = state.selection.main;
  const place = placeAt(state, from);
  if (place === null || state.readOnly) return null;
  const last = state.doc.lineAt(to).number;
  if (place.line < firstRow(place) || last > place.last) return null;
  return { place, first: place.line, last };
}

/** Rows stay below the header and inside their table; elsewhere, lines move as usual. */
export const rowUp: Command = (view) => {
  const rows = selectedRows(view.state);
  if (rows === null) return placeAt(view.state, view.state.selection.main.from) !== null;
  return rows.first === firstRow(rows.place) || moveLineUp(view);
};

export const rowDown: Command = (view) => {
  const rows = selectedRows(view.state);
  if (rows === null) return placeAt(view.state, view.state.selection.main.from) !== null;
  return rows.last === rows.place.last || moveLineDown(view);
};

/** Deletes the selected rows; the cursor moves to the row that follows them. */
export const deleteRows: Command = (view) => {
  const rows = selectedRows(view.state);
  if (rows === null) return false;
  const { doc } = view.state;
  const first = doc.line(rows.first);
  const last = doc.line(rows.last);
  const ends = last.to === doc.length;
  const left = rows.place.last - (rows.last - rows.first + 1);
  const edits = ends ? { from: first.from - 1, to: last.to } : { from: first.from, to: last.to + 1 };
  return change(view, 'delete', edits, (text) => cellRange(text, Math.min(rows.first, left), rows.place.column).from);
};
