import { isolateHistory } from '@codemirror/commands';
import type { EditorView } from '@codemirror/view';
import type { Finding, Fix } from '../../../base/finding.ts';
import type { EditorLanguage } from './editor-language.ts';
import { choicePanel, setPanel } from './panel.ts';
import { showMessage } from './tell.ts';

/** Ctrl-. : lists the fixes for findings on the cursor's line. */
export async function quickFix(
  view: EditorView,
  language: EditorLanguage,
  findings: readonly Finding[],
  apply: (fix: Fix) => void,
): Promise<void> {
  const line = view.state.doc.lineAt(view.state.selection.main.head);
  const { codeActionsAt } = await language.services();
  const actions = codeActionsAt(findings, { from: line.from, to: line.to });
  if (actions.length === 0) return showMessage(view, 'No quick fixes on this line');
  const choices = actions.map((action) => ({ label: action.title, detail: action.finding.message, choose: () => apply(action) }));
  view.dispatch({ effects: setPanel.of(choicePanel({ title: 'Quick fix', choices, empty: '' })) });
}

/** Shift-Alt-F: aligns all tables and changes nothing else. */
export async function format(view: EditorView, language: EditorLanguage): Promise<void> {
  const { formatDocument } = await language.services();
  const edits = formatDocument(view.state.sliceDoc());
  if (edits.length === 0) return showMessage(view, 'Every table is aligned.');
  view.dispatch({
    changes: edits.map(({ from, to, insert }) => ({ from, to, insert })),
    annotations: isolateHistory.of('full'),
    userEvent: 'format',
  });
}
