import { type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** The result of a scenario's row, shown after its line. */
export interface RowMark {
  /** An offset in the line. */
  readonly at: number;
  readonly passed: boolean;
  /** Why the row failed. */
  readonly words: string;
}

export const setRowMarks = StateEffect.define<readonly RowMark[]>();

class Mark extends WidgetType {
  readonly #mark: RowMark;

  constructor(mark: RowMark) {
    super();
    this.#mark = mark;
  }

  override eq(other: Mark): boolean {
    return other.#mark.passed === this.#mark.passed && other.#mark.words === this.#mark.words;
  }

  override toDOM(): HTMLElement {
    const { passed, words } = this.#mark;
    const mark = document.createElement('span');
    mark.className = passed ? 'cm-row-passed' : 'cm-row-failed';
    // Not as text, because copying and searching must see only the document.
    mark.dataset['mark'] = passed ? '✓' : `✗ ${words}`;
    mark.setAttribute('role', 'img');
    mark.setAttribute('aria-label', passed ? 'passed' : `failed: ${words}`);
    return mark;
  }
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let now = set.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(setRowMarks)) continue;
      const { doc } = transaction.state;
      now = Decoration.set(
        effect.value.map((mark) =>
          Decoration.widget({ widget: new Mark(mark), side: 1 }).range(doc.lineAt(Math.min(mark.at, doc.length)).to),
        ),
        true,
      );
    }
    return now;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.baseTheme({
  '.cm-row-passed::before, .cm-row-failed::before': { content: 'attr(data-mark)', paddingLeft: '8px', fontSize: '12px' },
  '.cm-row-passed': { color: 'var(--success-text)' },
  '.cm-row-failed': { color: 'var(--danger-text)', fontWeight: 'var(--weight-medium)' },
});

/** Green and red marks after the rows of scenarios. */
export const rowMarks: Extension = [marks, theme];
