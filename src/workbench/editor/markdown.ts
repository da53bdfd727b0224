import {
  defineLanguageFacet,
  foldNodeProp,
  foldService,
  indentNodeProp,
  Language,
  languageDataProp,
  syntaxTree,
} from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import { NodeProp, type NodeType, type SyntaxNode } from '@lezer/common';
import { styleTags, tags } from '@lezer/highlight';
import { parser, Table } from '@lezer/markdown';

const data = defineLanguageFacet({
  commentTokens: { block: { open: '<!--', close: '-->' } },
  closeBrackets: { brackets: ['(', '[', '{', '"', '`'] },
});

/** The level of a heading. */
const headingLevel = new NodeProp<number>();

const level = (type: NodeType): number | undefined => {
  const found = /^(?:ATX|Setext)Heading(\d)$/.exec(type.name);
  return found ? Number(found[1]) : undefined;
};

/**
 * Markdown as the reader in `src/syntax` understands it: CommonMark and GFM tables, without
 * highlighting inside HTML.
 */
export const markdown = new Language(
  data,
  parser.configure([
    Table,
    {
      props: [
        styleTags({ InlineCode: tags.monospace, TableDelimiter: tags.separator, CodeMark: tags.processingInstruction }),
        headingLevel.add(level),
        foldNodeProp.add((type) => {
          const foldable = type.name === 'FencedCode' || type.name === 'Table';
          return foldable ? (node, state) => ({ from: state.doc.lineAt(node.from).to, to: node.to }) : undefined;
        }),
        indentNodeProp.add({ Document: () => null }),
        languageDataProp.add({ Document: data }),
      ],
    },
  ]),
  [],
  'markdown',
);

/**
 * Returns the end of the section below a heading: the next heading of the same or a higher level.
 */
function endOfSection(heading: SyntaxNode, depth: number): number {
  let last = heading;
  for (;;) {
    const next = last.nextSibling;
    if (!next) return last.to;
    const found = next.type.prop(headingLevel);
    if (found !== undefined && found <= depth) return last.to;
    last = next;
  }
}

/** Folds sections at their headings. */
export const foldSections = foldService.of((state: EditorState, start: number, end: number) => {
  for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(end, -1); node && node.from >= start; node = node.parent) {
    const depth = node.type.prop(headingLevel);
    if (depth === undefined) continue;
    const upto = endOfSection(node, depth);
    if (upto > end) return { from: end, to: upto };
  }
  return null;
});
