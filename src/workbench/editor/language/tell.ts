import { EditorView, type Panel } from '@codemirror/view';
import { closePanel, element, setPanel } from './panel.ts';

/** Shows below the text why a command did nothing. */
export function showMessage(view: EditorView, words: string): void {
  const open = (inside: EditorView): Panel => {
    const close = element('button', { type: 'button', class: 'cm-panelClose', 'aria-label': 'Close' }, '×');
    close.addEventListener('click', () => void closePanel(inside));
    const head = element('div', { class: 'cm-panelHead' }, element('span', { class: 'cm-panelTitle' }, words), close);
    return { dom: element('div', { class: 'cm-languagePanel' }, head), top: false };
  };
  view.dispatch({ effects: [setPanel.of(Object.assign(open, { passing: true })), EditorView.announce.of(words)] });
}
