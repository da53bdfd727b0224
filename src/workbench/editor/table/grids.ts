import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, type Range } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate, WidgetType } from '@codemirror/view';
import { cellsOf, isDelimiterRow } from './cells.ts';

/* Displays tables as grids: the same text in cells of equal widths. The table at the cursor is
   plain text. Nothing is replaced, so marks, findings, search and copying work as usual. */

/** The number of rows around the visible area that determine a table's column widths. */
const mostRows = 200;
/** The maximum width of a column in characters; longer text wraps inside its cell. */
const widest = 48;
/** The space around a cell's text including the border, in characters. */
const room = 3;
/** Longer words may be broken. */
const longestWord = 20;

const row = Decoration.line({ class: 'cm-gridRow' });
const rule = Decoration.line({ class: 'cm-gridRow cm-gridRule' });
const pipe = Decoration.mark({ class: 'cm-gridPipe' });

/** The width of a column, in characters. */
interface Column {
  readonly width: number;
  /** The width of its longest word. */
  readonly least: number;
}

const emptyColumn: Column = { width: room + 2, least: room + 2 };
const styleOf = ({ width, least }: Column): string => `flex-basis:${width}ch;min-width:${least}ch`;

/** Marks with the same style are not redrawn. */
const cellMark = (column: Column): Decoration => Decoration.mark({ class: 'cm-gridCell', attributes: { style: styleOf(column) } });

class EmptyCell extends WidgetType {
  readonly #style: string;

  constructor(column: Column) {
    super();
    this.#style = styleOf(column);
  }

  override eq(other: EmptyCell): boolean {
    return other.#style === this.#style;
  }

  override toDOM(): HTMLElement {
    const cell = document.createElement('span');
    cell.className = 'cm-gridCell';
    cell.style.cssText = this.#style;
    return cell;
  }
}

/** The space at both ends of a line, in characters: padding, and the mark of a scenario's row. */
const edges = 6;

/** True if a cursor or a selection touches these lines. */
const isEdited = ({ selection }: EditorState, from: number, to: number): boolean =>
  selection.ranges.some((range) => range.from <= to && range.to >= from);

function gridsIn(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  const tree = syntaxTree(view.state);
  const { doc } = view.state;
  const available = view.contentDOM.clientWidth / view.defaultCharacterWidth - edges;
  for (const seen of view.visibleRanges) {
    tree.iterate({
      from: seen.from,
      to: seen.to,
      enter(node) {
        if (node.name === 'Document') return true;
        if (node.name !== 'Table') return node.name === 'BulletList' || node.name === 'ListItem' || node.name === 'Blockquote';
        const header = doc.lineAt(node.from);
        const last = doc.lineAt(node.to);
        if (isEdited(view.state, header.from, last.to)) return false;
        const first = Math.max(header.number, doc.lineAt(Math.max(seen.from, node.from)).number);
        const end = Math.min(last.number, doc.lineAt(Math.min(seen.to, node.to)).number);
        const middle = Math.floor((first + end) / 2);
        const from = Math.max(header.number, Math.min(first, middle - mostRows / 2));
        const to = Math.min(last.number, Math.max(end, middle + mostRows / 2));
        const columns: Column[] = [];
        for (let number = from; number <= to; number++) {
          if (number === header.number + 1) continue;
          const { text } = doc.line(number);
          for (const [index, cell] of cellsOf(text).entries()) {
            const { width, least } = columns[index] ?? emptyColumn;
            const words = text.slice(cell.from, cell.to).split(/\s/);
            columns[index] = {
              width: Math.min(widest, Math.max(width, cell.to - cell.from + room)),
              least: Math.max(least, ...words.map((word) => Math.min(longestWord, word.length) + room)),
            };
          }
        }
        // If the columns don't fit into the pane, the table stays readable as plain text.
        if (columns.reduce((sum, { least }) => sum + least, 0) > available) return false;
        for (let number = first; number <= end; number++) {
          const line = doc.line(number);
          if (number === header.number + 1 && isDelimiterRow(line.text)) {
            found.push(rule.range(line.from));
            continue;
          }
          found.push(row.range(line.from));
          let after = 0;
          const cells = cellsOf(line.text);
          for (const [index, cell] of cells.entries()) {
            const column = columns[index] ?? emptyColumn;
            // The pipe and the spaces around it.
            if (cell.from > after) found.push(pipe.range(line.from + after, line.from + cell.from));
            if (cell.to > cell.from) found.push(cellMark(column).range(line.from + cell.from, line.from + cell.to));
            else found.push(Decoration.widget({ widget: new EmptyCell(column), side: 1 }).range(line.from + cell.from));
            after = cell.to;
          }
          if (line.length > after) found.push(pipe.range(line.from + after, line.to));
          // A row may omit its last cells; its other cells keep the widths of their columns.
          for (const column of columns.slice(cells.length))
            found.push(Decoration.widget({ widget: new EmptyCell(column), side: 1 }).range(line.to));
        }
        return false;
      },
    });
  }
  return Decoration.set(found, true);
}

const plugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    readonly #view: EditorView;
    /** True while a mouse button is pressed: the text under it must not move before the release. */
    #pressed = false;

    constructor(view: EditorView) {
      this.#view = view;
      this.decorations = gridsIn(view);
      view.dom.addEventListener('mousedown', this);
      view.dom.ownerDocument.addEventListener('mouseup', this);
    }

    handleEvent({ type }: Event): void {
      const released = this.#pressed && type === 'mouseup';
      this.#pressed = type === 'mousedown';
      // In a later frame, after the editor has handled the release.
      if (released) requestAnimationFrame(() => this.#view.dispatch({}));
    }

    update(update: ViewUpdate): void {
      // A keystroke only shifts the decorations; the next analysis updates the editor again.
      if (this.#pressed || update.docChanged) this.decorations = this.decorations.map(update.changes);
      else this.decorations = gridsIn(update.view);
    }

    destroy(): void {
      this.#view.dom.removeEventListener('mousedown', this);
      this.#view.dom.ownerDocument.removeEventListener('mouseup', this);
    }
  },
  { decorations: (value) => value.decorations },
);

const theme = EditorView.theme({
  '.cm-gridRow': {
    display: 'flex',
    alignItems: 'stretch',
    textIndent: '0',
    position: 'relative',
    padding: '0 28px 0 8px !important',
  },
  '.cm-gridRow.cm-tableHead': { backgroundColor: 'var(--bg-sunken)' },
  '.cm-gridCell': {
    flexGrow: '0',
    flexShrink: '1',
    boxSizing: 'border-box',
    padding: '0 1ch',
    borderLeft: '1px solid var(--border)',
    borderBottom: '1px solid var(--border)',
    overflowWrap: 'anywhere',
    whiteSpace: 'pre-wrap',
  },
  '.cm-gridPipe': { flex: 'none', width: '0', overflow: 'hidden', opacity: '0', whiteSpace: 'pre' },
  '.cm-gridRow .cm-row-passed': { position: 'absolute', right: '8px' },
  // A line lower than its line number would show it cut off.
  '.cm-lineNumbers .cm-gutterElement': { overflow: 'hidden' },
  '.cm-gridRule': { lineHeight: '3px', fontSize: '3px', opacity: '0' },
});

/** Lowest precedence, so that a cell encloses all other marks. */
export const tableGrids: Extension = [Prec.lowest(plugin), theme];
