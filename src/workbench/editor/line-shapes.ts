import { syntaxTree } from '@codemirror/language';
import type { Range } from '@codemirror/state';
import { Decoration, type DecorationSet, type EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const head = Decoration.line({ class: 'cm-tableRow cm-tableHead', attributes: { style: '--hang:2ch' } });
const rule = Decoration.line({ class: 'cm-tableRow cm-tableRule', attributes: { style: '--hang:2ch' } });
const row = Decoration.line({ class: 'cm-tableRow', attributes: { style: '--hang:2ch' } });

/** Indents wrapped lines below their own text, so that table rows and bullets stay readable. */
function shapes(view: EditorView): DecorationSet {
  const found: Range<Decoration>[] = [];
  const { doc } = view.state;
  const tree = syntaxTree(view.state);
  for (const { from, to } of view.visibleRanges) {
    tree.iterate({
      from,
      to,
      enter(node) {
        if (node.name === 'TableHeader') found.push(head.range(doc.lineAt(node.from).from));
        else if (node.name === 'TableRow') found.push(row.range(doc.lineAt(node.from).from));
        else if (node.name === 'TableDelimiter' && node.node.parent?.name === 'Table') found.push(rule.range(doc.lineAt(node.from).from));
        else if (node.name === 'ListMark') {
          const line = doc.lineAt(node.from);
          const hang = node.to - line.from + 1;
          found.push(Decoration.line({ class: 'cm-bullet', attributes: { style: `--hang:${hang}ch` } }).range(line.from));
        }
      },
    });
  }
  return Decoration.set(found, true);
}

export const lineShapes = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = shapes(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) {
        this.decorations = shapes(update.view);
      }
    }
  },
  { decorations: (plugin) => plugin.decorations },
);
