import type { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { showMessage } from '../language/tell.ts';
import { cellsOf, isDelimiterRow } from './cells.ts';
import { type Grid, plainWords, tabbed } from './grid.ts';
import { placeAt } from './table-place.ts';

/** Returns the cells of the table at an offset, without the delimiter row; null outside a table. */
export function gridAt(state: EditorState, position: number): Grid | null {
  const place = placeAt(state, position);
  if (place === null) return null;
  const lines = Array.from({ length: place.last - place.header + 1 }, (_, index) => state.doc.line(place.header + index).text);
  return lines
    .filter((line, index) => index !== 1 || !isDelimiterRow(line))
    .map((line) => cellsOf(line).map(({ from, to }) => plainWords(line.slice(from, to))));
}

/** Copies the whole table in a form that spreadsheets paste cell by cell. */
export function copyTable(view: EditorView): boolean {
  const grid = gridAt(view.state, view.state.selection.main.head);
  if (grid === null) return false;
  navigator.clipboard.writeText(tabbed(grid)).then(
    () => view.dispatch({ effects: EditorView.announce.of('Table copied') }),
    (error: unknown) => showMessage(view, `This browser blocked copying: ${error instanceof Error ? error.message : String(error)}`),
  );
  return true;
}
