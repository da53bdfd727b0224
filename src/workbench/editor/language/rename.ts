import { isolateHistory } from '@codemirror/commands';
import type { EditorView, Panel } from '@codemirror/view';
import type { EditorLanguage } from './editor-language.ts';
import { closePanel, element, setPanel } from './panel.ts';
import { showMessage } from './tell.ts';

/** F2: renames the symbol at the cursor everywhere, in one undo step. */
export async function rename(view: EditorView, language: EditorLanguage): Promise<void> {
  const { state } = view;
  const offset = state.selection.main.head;
  const { services, model } = await language.of(state);
  const may = services.prepareRename(model, offset);
  if (!may.ok) return showMessage(view, may.why);
  const places = services.referencesAt(model, offset).length;
  view.dispatch({
    effects: setPanel.of((inside): Panel => {
      const input = element('input', {
        class: 'cm-textfield',
        type: 'text',
        'aria-label': `New name for ${may.text}`,
        'aria-describedby': 'cm-rename-note',
      });
      input.value = may.text;
      const note = element('span', { class: 'cm-panelNote', id: 'cm-rename-note', 'aria-live': 'polite' }, words(places));
      const submit = element('button', { type: 'submit', class: 'cm-button' }, 'Rename');
      const form = element(
        'form',
        { class: 'cm-panelHead' },
        element('span', { class: 'cm-panelTitle' }, `Rename ${may.text} to`),
        input,
        submit,
        note,
      );
      form.addEventListener('submit', (event) => {
        event.preventDefault();
        // The text may have changed since the panel was opened.
        void language.of(inside.state).then((now) => {
          const at = inside.state.doc === state.doc ? offset : inside.state.selection.main.head;
          const renamed = now.services.renameAt(now.model, at, input.value);
          if (!renamed.ok) {
            note.textContent = renamed.why;
            note.classList.add('cm-panelWrong');
            input.setAttribute('aria-invalid', 'true');
            input.focus();
            return;
          }
          inside.dispatch({
            changes: renamed.edits.map(({ from, to, insert }) => ({ from, to, insert })),
            annotations: isolateHistory.of('full'),
            userEvent: 'rename',
          });
          closePanel(inside);
        });
      });
      form.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        closePanel(inside);
      });
      return {
        dom: element('div', { class: 'cm-languagePanel' }, form),
        top: false,
        mount: () => {
          input.focus();
          input.select();
        },
      };
    }),
  });
}

const words = (places: number): string => (places === 1 ? 'It is used in one place.' : `It is used in ${places} places.`);
