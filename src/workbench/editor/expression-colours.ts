import { syntaxTree } from '@codemirror/language';
import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const marks = {
  text: Decoration.mark({ class: 'cm-cel-text' }),
  number: Decoration.mark({ class: 'cm-cel-number' }),
  constant: Decoration.mark({ class: 'cm-cel-constant' }),
  word: Decoration.mark({ class: 'cm-cel-word' }),
  entity: Decoration.mark({ class: 'cm-cel-entity' }),
} as const;

const reserved = new Set(
  'create get list update delete add remove sign in up out open check else as where with from sort desc asc limit offset of to self me now today old token true false null'.split(
    ' ',
  ),
);

const token = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b\d+(?:\.\d+)?\b|[A-Za-z_]\w*/g;

/** Colours what stands between backticks. It only looks; whether it is right, the checker says. */
function colour(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        if (node.name !== 'InlineCode') return;
        const text = view.state.sliceDoc(node.from, node.to);
        for (const match of text.matchAll(token)) {
          const word = match[0];
          const at = node.from + match.index;
          const first = word.charAt(0);
          const before = text.charAt(match.index - 1);
          const mark =
            first === '"' || first === "'"
              ? marks.text
              : /\d/.test(first)
                ? marks.number
                : before === '.'
                  ? null
                  : /^[A-Z][A-Z0-9_]+$/.test(word)
                    ? marks.constant
                    : /^[A-Z]/.test(word)
                      ? marks.entity
                      : reserved.has(word)
                        ? marks.word
                        : null;
          if (mark) found.push(mark.range(at, at + word.length));
        }
      },
    });
  }
  return Decoration.set(found, true);
}

export const expressionColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = colour(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) {
        this.decorations = colour(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
