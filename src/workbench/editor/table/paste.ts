import { syntaxTree } from '@codemirror/language';
import type { EditorState, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { SyntaxNode } from '@lezer/common';
import { cellsOf } from './cells.ts';
import { cellWords, type Grid, parseHtmlTable, parseTabbed } from './grid.ts';
import { event } from './rows.ts';
import { firstRow, insertionBelow, placeAt, type TablePlace, tableAt } from './table-place.ts';

interface LineEdit {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Writes values into a row, starting at a column. Appends cells that the row does not have. */
export function fillRow(line: string, column: number, values: readonly string[]): readonly LineEdit[] {
  const cells = cellsOf(line);
  const edits: LineEdit[] = [];
  for (const [index, value] of values.entries()) {
    const cell = cells[column + index];
    if (!cell) continue;
    // An empty cell may be too narrow for a space on each side.
    const tight = cell.from === cell.to && value !== '';
    edits.push(tight ? { from: cell.start, to: cell.end, insert: ` ${value} ` } : { from: cell.from, to: cell.to, insert: value });
  }
  const total = column + values.length;
  if (total <= cells.length) return edits;
  const closed = line.trimEnd().endsWith('|');
  const more = Array.from({ length: total - cells.length }, (_, index) => values[cells.length + index - column] ?? '');
  const at = line.trimEnd().length;
  const insert = closed
    ? more.map((value) => (value === '' ? '  |' : ` ${value} |`)).join('')
    : more.map((value) => ` | ${value}`).join('') + (more.at(-1) === '' ? '|' : '');
  return [...edits, { from: at, to: at, insert }];
}

/**
 * Pastes a grid into the table, from the cell at `place` to the right and down. The table grows if
 * the grid is larger.
 */
export function pasteInto(state: EditorState, place: TablePlace, grid: Grid): TransactionSpec {
  const { doc } = state;
  const width = Math.max(...grid.map((row) => row.length));
  const total = Math.max(place.columns, place.column + width);
  const edits = new Map<number, readonly LineEdit[]>();
  const first = place.line === place.header + 1 ? firstRow(place) : place.line;
  const rows = grid.map((row) => row.map(cellWords));
  const added: string[] = [];
  for (const [index, row] of rows.entries()) {
    // Skip the delimiter row between the header and the first row.
    const number = first === place.header && index > 0 ? first + index + 1 : first + index;
    if (number <= place.last) edits.set(number, fillRow(doc.line(number).text, place.column, row));
    else {
      const cells = Array.from({ length: total }, (_, column) => row[column - place.column] ?? '');
      added.push(`|${cells.map((cell) => (cell === '' ? '  |' : ` ${cell} |`)).join('')}`);
    }
  }
  if (total > place.columns) {
    const more = total - place.columns;
    const header = doc.line(place.header).text;
    if (first !== place.header) edits.set(place.header, fillRow(header, place.columns, Array<string>(more).fill('')));
    edits.set(place.header + 1, fillRow(doc.line(place.header + 1).text, place.columns, Array<string>(more).fill('---')));
  }
  const changes = [...edits].flatMap(([number, list]) => {
    const { from: start } = doc.line(number);
    return list.map(({ from, to, insert }) => ({ from: start + from, to: start + to, insert }));
  });
  const end = doc.line(place.last);
  const { at, lead } = insertionBelow(end);
  if (added.length > 0) changes.push({ from: at, to: at, insert: added.map((row) => lead + row).join('') });
  return { changes, scrollIntoView: true, ...event('paste') };
}

/** Formats a grid as a separate table; its first row becomes the header. */
export function tableOf(grid: Grid): string {
  const width = Math.max(...grid.map((row) => row.length));
  const rows = grid.map((row) => `|${Array.from({ length: width }, (_, index) => ` ${cellWords(row[index] ?? '')} |`).join('')}`);
  rows.splice(1, 0, `|${'---|'.repeat(width)}`);
  return rows.join('\n');
}

/** Returns cells that were copied from a spreadsheet; null for any other text. */
function copiedGrid(data: DataTransfer): Grid | null {
  const plain = data.getData('text/plain');
  // Rows of a Markdown table are pasted as text.
  if (/^\s*\|/.test(plain)) return null;
  const html = data.getData('text/html');
  const grid = html === '' ? null : parseHtmlTable(html, (text) => new DOMParser().parseFromString(text, 'text/html'));
  return grid ?? parseTabbed(plain);
}

function inCode(state: EditorState, position: number): boolean {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(position, -1); node; node = node.parent)
    if (node.name === 'FencedCode' || node.name === 'CodeBlock') return true;
  return false;
}

/** Pastes spreadsheet cells into the table at the cursor, or as a new table on an empty line. */
export const pasteCells = EditorView.domEventHandlers({
  paste(pasted, view) {
    const { state } = view;
    if (pasted.clipboardData === null || state.readOnly || state.selection.ranges.length > 1) return false;
    const { from } = state.selection.main;
    const inTable = tableAt(state, from) !== null;
    const line = state.doc.lineAt(from);
    if (!inTable && line.text.trim() !== '') return false;
    const grid = copiedGrid(pasted.clipboardData);
    if (grid === null) return false;
    const place = placeAt(state, from);
    if (place !== null) {
      if (grid.length < 2 && (grid[0]?.length ?? 0) < 2) return false;
      view.dispatch(pasteInto(state, place, grid));
    } else {
      if (inTable || inCode(state, from) || Math.min(...grid.map((row) => row.length)) < 2) return false;
      const above = line.number > 1 ? state.doc.line(line.number - 1).text : '';
      const insert = `${above.trim() === '' ? '' : '\n'}${tableOf(grid)}`;
      view.dispatch({
        changes: { from: line.from, to: line.to, insert },
        selection: { anchor: line.from + insert.length },
        scrollIntoView: true,
        ...event('paste'),
      });
    }
    pasted.preventDefault();
    return true;
  },
});
