import { EditorView } from '@codemirror/view';
import type { Span } from '../../../base/span.ts';
import type { OutlineEntry } from '../../../language/symbols.ts';
import type { EditorLanguage } from './editor-language.ts';
import { type Choice, choicePanel, setPanel } from './panel.ts';
import { showMessage } from './tell.ts';

/** Shows a position in the current text. */
export type Show = (place: Span, focus: boolean) => void;

/**
 * F12 or Ctrl-click: goes to the declaration of the name at an offset, or from the declaration to
 * its uses.
 */
export async function goToDefinition(
  view: EditorView,
  language: EditorLanguage,
  show: Show,
  offset = view.state.selection.main.head,
): Promise<void> {
  const { services, model } = await language.of(view.state);
  const found = services.definitionAt(model, offset);
  if (found === null) return showMessage(view, 'There is no declared name here.');
  const { from, to } = found.to;
  if (from <= offset && offset <= to) return showReferences(view, language, show, offset);
  show(found.to, true);
}

/** Shift-F12: lists all occurrences of the name at an offset. */
export async function showReferences(
  view: EditorView,
  language: EditorLanguage,
  show: Show,
  offset = view.state.selection.main.head,
): Promise<void> {
  const { services, model } = await language.of(view.state);
  const places = services.referencesAt(model, offset);
  const [first] = places;
  if (first === undefined) return showMessage(view, 'There is no declared name here.');
  const choices = places.map(({ span, declaration }): Choice => {
    const line = view.state.doc.lineAt(span.from);
    return {
      label: line.text.trim().slice(0, 200),
      detail: `line ${line.number}${declaration ? ', declared here' : ''}`,
      choose: () => show(span, false),
    };
  });
  const title = places.length === 1 ? `${first.text}: one place` : `${first.text}: ${places.length} places`;
  view.dispatch({ effects: setPanel.of(choicePanel({ title, choices, empty: '', stays: true })) });
}

/** Ctrl-Shift-O: goes to a section, an entity, a screen, and so on, by its name. */
export async function goToSymbol(view: EditorView, language: EditorLanguage, show: Show): Promise<void> {
  const { services, model } = await language.of(view.state);
  const choices: Choice[] = [];
  const collect = (entries: readonly OutlineEntry[], within: string): void => {
    for (const { name, kind, detail, selection, children } of entries) {
      const words = [kind, detail, within].filter((one) => one !== '').join(' · ');
      choices.push({ label: name, detail: words, choose: () => show(selection, true) });
      collect(children, kind === 'section' ? '' : name);
    }
  };
  collect(services.outlineOf(model), '');
  view.dispatch({
    effects: setPanel.of(choicePanel({ title: 'Go to', choices, filter: 'Name or kind', empty: 'No results' })),
  });
}

/** Goes to the declaration on Ctrl-click (or ⌘-click). */
export const clickToGo = (language: EditorLanguage, show: Show) =>
  EditorView.domEventHandlers({
    mousedown(event, view) {
      if (event.button !== 0 || !(event.ctrlKey || event.metaKey)) return false;
      const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
      if (offset === null) return false;
      event.preventDefault();
      void goToDefinition(view, language, show, offset);
      return true;
    },
  });
