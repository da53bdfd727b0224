import type { TextEditor, TextEditorOptions } from './text-editor.ts';
import { Versions } from './versions.ts';

type Load = () => Promise<{ readonly createTextEditor: (options: TextEditorOptions, versions: Versions) => TextEditor }>;

/**
 * Creates an editor whose code loads after the first paint. Until then the text is readable, and
 * commands for the editor are queued.
 */
export function createLateEditor(options: TextEditorOptions, load: Load, failed: (error: unknown) => void): TextEditor {
  const versions = new Versions();
  const element = document.createElement('div');
  element.style.height = '100%';
  const plain = document.createElement('pre');
  plain.dataset['plainText'] = '';
  // Until the editor loads, one screenful is enough.
  plain.textContent = options.text.slice(0, 6000);
  element.append(plain);

  let text = options.text;
  let { wrap, grids } = options;
  let real: TextEditor | null = null;
  let ended = false;
  const waiting: ((editor: TextEditor) => void)[] = [];
  const later = (task: (editor: TextEditor) => void): void => {
    if (real) task(real);
    else waiting.push(task);
  };

  load().then(({ createTextEditor }) => {
    if (ended) return;
    real = createTextEditor({ ...options, wrap, grids }, versions);
    // Text that another tab wrote in the meantime is applied as a normal change.
    if (text !== options.text) real.replace(text);
    element.replaceChildren(real.element);
    for (const task of waiting.splice(0)) task(real);
  }, failed);

  return {
    element,
    versions,
    text: () => (real ? real.text() : text),
    cursor: () => real?.cursor() ?? 0,
    replace(next, by) {
      if (real) real.replace(next, by);
      else {
        text = next;
        plain.textContent = next.slice(0, 6000);
      }
    },
    apply(version, edits, then) {
      if (real) return real.apply(version, edits, then);
      waiting.push((editor) => editor.apply(version, edits, then));
      return true;
    },
    reveal: (version, place, focus) => later((editor) => editor.reveal(version, place, focus)),
    show: (version, model, findings) => later((editor) => editor.show(version, model, findings)),
    mark: (version, rows) => later((editor) => editor.mark(version, rows)),
    setWrap(next) {
      wrap = next;
      real?.setWrap(next);
    },
    setGrids(next) {
      grids = next;
      real?.setGrids(next);
    },
    focus: () => later((editor) => editor.focus()),
    nextFinding: (backwards) => later((editor) => editor.nextFinding(backwards)),
    undo: () => real?.undo(),
    redo: () => real?.redo(),
    run: (command) => later((editor) => editor.run(command)),
    destroy() {
      ended = true;
      real?.destroy();
    },
  };
}
