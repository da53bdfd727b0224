import { type EditorState, type Extension, StateField } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import { element } from '../language/panel.ts';
import { columnLeft, columnRight, deleteColumn, moveColumnLeft, moveColumnRight } from './columns.ts';
import { copyTable } from './copy.ts';
import { deleteRows, rowAbove, rowBelow, rowDown, rowUp } from './rows.ts';
import { tableAt } from './table-place.ts';

type Act = readonly [sign: string, label: string, key: string, run: (view: EditorView) => boolean];

const groups: readonly { readonly name: string; readonly acts: readonly Act[] }[] = [
  {
    name: 'Row',
    acts: [
      ['+', 'Add a row below', 'Ctrl+Enter', rowBelow],
      ['⤒', 'Add a row above', 'Ctrl+Shift+Enter', rowAbove],
      ['↑', 'Move the row up', 'Alt+↑', rowUp],
      ['↓', 'Move the row down', 'Alt+↓', rowDown],
      ['−', 'Delete the row', 'Ctrl+Shift+K', deleteRows],
    ],
  },
  {
    name: 'Column',
    acts: [
      ['+', 'Add a column to the right', 'Alt+Shift+→', columnRight],
      ['⇤', 'Add a column to the left', 'Alt+Shift+←', columnLeft],
      ['←', 'Move the column left', 'Alt+←', moveColumnLeft],
      ['→', 'Move the column right', 'Alt+→', moveColumnRight],
      ['−', 'Delete the column', 'Alt+Shift+Backspace', deleteColumn],
    ],
  },
  { name: '', acts: [['Copy', 'Copy the table for a spreadsheet', '', copyTable]] },
];

/** The toolbar above the table at the cursor. Each of its actions also has a key. */
function bar(view: EditorView): { dom: HTMLElement } {
  const dom = element('div', { class: 'cm-tableBar', role: 'toolbar', 'aria-label': 'Table' });
  for (const { name, acts } of groups) {
    const group = element('span', { class: 'cm-tableBarGroup', role: 'group', ...(name === '' ? {} : { 'aria-label': name }) }, name);
    for (const [sign, label, key, run] of acts) {
      const title = key === '' ? label : `${label} (${key})`;
      // Tab moves to the next cell, so the toolbar is for the pointer only.
      const button = element('button', { type: 'button', tabindex: '-1', 'aria-label': label, title }, sign);
      // Keep the cursor in place.
      button.addEventListener('mousedown', (event) => event.preventDefault());
      button.addEventListener('click', () => {
        run(view);
        view.focus();
      });
      group.append(button);
    }
    dom.append(group);
  }
  return { dom };
}

function tooltipFor(state: EditorState): Tooltip | null {
  const table = state.readOnly ? null : tableAt(state, state.selection.main.head);
  if (table === null) return null;
  return { pos: state.doc.lineAt(table.from).from, above: true, strictSide: true, create: bar };
}

export const tableBar: Extension = StateField.define<Tooltip | null>({
  create: tooltipFor,
  update(shown, transaction) {
    if (!transaction.docChanged && transaction.selection === undefined) return shown;
    const next = tooltipFor(transaction.state);
    return next?.pos === shown?.pos ? shown : next;
  },
  provide: (field) => showTooltip.from(field),
});
