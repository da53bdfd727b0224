import { StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Highlights the lines of a range briefly; null removes the highlight. */
export const flash = StateEffect.define<{ readonly from: number; readonly to: number; readonly turn: number } | null>();

// Two names for one animation, so that highlighting the same line again restarts it.
const lines = [Decoration.line({ class: 'cm-flash cm-flash-even' }), Decoration.line({ class: 'cm-flash cm-flash-odd' })] as const;

export const flashField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let next = shown.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (!effect.is(flash)) continue;
      if (effect.value === null) next = Decoration.none;
      else {
        const { from, to, turn } = effect.value;
        const { doc } = transaction.state;
        const first = doc.lineAt(Math.min(from, doc.length)).number;
        const last = Math.min(doc.lineAt(Math.min(Math.max(from, to), doc.length)).number, first + 40);
        const mark = lines[turn % 2] ?? lines[0];
        next = Decoration.set(Array.from({ length: last - first + 1 }, (_, index) => mark.range(doc.line(first + index).from)));
      }
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
