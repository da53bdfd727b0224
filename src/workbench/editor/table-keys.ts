import { syntaxTree } from '@codemirror/language';
import { EditorSelection, type EditorState } from '@codemirror/state';
import type { Command, EditorView, KeyBinding } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { cellsOf, isDelimiterRow } from './table-cells.ts';

/** The table around the cursor, or null. */
export function tableAt(state: EditorState, position: number): SyntaxNode | null {
  for (const side of [-1, 1] as const) {
    for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, side); node; node = node.parent) {
      if (node.name === 'Table') return node;
    }
  }
  return null;
}

function select(view: EditorView, from: number, to: number): true {
  view.dispatch({ selection: EditorSelection.single(from, to), scrollIntoView: true, userEvent: 'select' });
  return true;
}

/** Tab in a table goes to the next cell, as in a sheet; behind the last one it adds a row. Elsewhere Tab moves the focus on. */
const nextCell: Command = (view) => {
  const { state } = view;
  const { head } = state.selection.main;
  const table = tableAt(state, head);
  if (!table || state.readOnly) return false;
  const { doc } = state;
  let line = doc.lineAt(head);
  const next = cellsOf(line.text).find((cell) => line.from + cell.from > head);
  if (next && !isDelimiterRow(line.text)) return select(view, line.from + next.from, line.from + next.to);
  const last = doc.lineAt(table.to);
  while (line.number < last.number) {
    line = doc.line(line.number + 1);
    if (isDelimiterRow(line.text)) continue;
    const cell = cellsOf(line.text)[0];
    return cell ? select(view, line.from + cell.from, line.from + cell.to) : false;
  }
  const columns = cellsOf(doc.lineAt(table.from).text).length;
  const row = `${state.lineBreak}|${' |'.repeat(columns)}`;
  view.dispatch({
    changes: { from: last.to, insert: row },
    selection: EditorSelection.cursor(last.to + state.lineBreak.length + 2),
    scrollIntoView: true,
    userEvent: 'input',
  });
  return true;
};

const previousCell: Command = (view) => {
  const { state } = view;
  const { from: head } = state.selection.main;
  const table = tableAt(state, head);
  if (!table) return false;
  const { doc } = state;
  let line = doc.lineAt(head);
  const before = cellsOf(line.text).filter((cell) => line.from + cell.to < head);
  const previous = before.at(-1);
  if (previous && !isDelimiterRow(line.text)) return select(view, line.from + previous.from, line.from + previous.to);
  const first = doc.lineAt(table.from);
  while (line.number > first.number) {
    line = doc.line(line.number - 1);
    if (isDelimiterRow(line.text)) continue;
    const cell = cellsOf(line.text).at(-1);
    return cell ? select(view, line.from + cell.from, line.from + cell.to) : false;
  }
  // Before the first cell the focus moves on.
  return false;
};

/** Enter at the end of a table's row begins the next row; in an empty row at the end it leaves the table. */
const newRow: Command = (view) => {
  const { state } = view;
  const range = state.selection.main;
  if (!range.empty || state.readOnly) return false;
  const table = tableAt(state, range.head);
  if (!table) return false;
  const line = state.doc.lineAt(range.head);
  if (line.text.slice(range.head - line.from).trim() !== '') return false;
  const header = state.doc.lineAt(table.from);
  if (line.number === header.number || line.to < header.from) return false;
  if (!isDelimiterRow(line.text) && cellsOf(line.text).every((cell) => cell.from === cell.to) && line.to >= table.to) {
    view.dispatch({ changes: { from: line.from, to: line.to, insert: '' }, userEvent: 'delete' });
    return true;
  }
  const row = `${state.lineBreak}|${' |'.repeat(cellsOf(header.text).length)}`;
  view.dispatch({
    changes: { from: line.to, insert: row },
    selection: EditorSelection.cursor(line.to + state.lineBreak.length + 2),
    scrollIntoView: true,
    userEvent: 'input',
  });
  return true;
};

export const tableKeys: readonly KeyBinding[] = [
  { key: 'Tab', run: nextCell, shift: previousCell },
  { key: 'Enter', run: newRow },
];
