import type { BlockContext, LeafBlock, LeafBlockParser, Line, MarkdownParser } from '@lezer/markdown';
import { parser } from '@lezer/markdown';

/**
 * The block structure of CommonMark with tables. Inline parsing is switched off: the notation needs
 * only code spans, which code-spans.ts finds on demand, and the library's inline parser is
 * quadratic on some inputs (`*a_ *a_ …`), as is its reader of link definitions. The library's own
 * Table extension misses a delimiter row with trailing blanks (and so all CRLF files), hence ours.
 */
export const markdownParser: MarkdownParser = parser.configure({
  remove: ['Escape', 'Entity', 'InlineCode', 'HTMLTag', 'Emphasis', 'HardBreak', 'Link', 'Image', 'LinkReference'],
  defineNodes: [{ name: 'Table', block: true }, 'TableHeader', 'TableRow', 'TableDelimiter'],
  parseBlock: [
    {
      name: 'Table',
      leaf: (_context, leaf) => (leaf.content.includes('|') ? new TableReader() : null),
      endLeaf(context, line, leaf) {
        if (leaf.parsers.some((one) => one instanceof TableReader) || !line.text.includes('|')) return false;
        const next = context.peekLine();
        return looksLikeDelimiter(next) && delimiterCount(next) === cellCount(line.text.slice(line.basePos));
      },
      before: 'SetextHeading',
    },
  ],
});

/**
 * Observes a paragraph from its first line, and turns it into a table if the second line is a
 * matching delimiter row.
 */
class TableReader implements LeafBlockParser {
  #state: 'first line' | 'table' | 'paragraph' = 'first line';
  readonly #rows: ReturnType<BlockContext['elt']>[] = [];

  nextLine(context: BlockContext, line: Line, leaf: LeafBlock): boolean {
    const from = context.lineStart + line.pos;
    const to = context.lineStart + line.text.length;
    if (this.#state === 'first line') {
      const text = line.text.slice(line.pos);
      if (looksLikeDelimiter(text) && delimiterCount(text) === cellCount(leaf.content)) {
        this.#state = 'table';
        this.#rows.push(context.elt('TableHeader', leaf.start, leaf.start + leaf.content.length), context.elt('TableDelimiter', from, to));
      } else {
        this.#state = 'paragraph';
      }
    } else if (this.#state === 'table') {
      this.#rows.push(context.elt('TableRow', from, to));
    }
    return false;
  }

  finish(context: BlockContext, leaf: LeafBlock): boolean {
    if (this.#state !== 'table') return false;
    context.addLeafElement(leaf, context.elt('Table', leaf.start, leaf.start + leaf.content.length, this.#rows));
    return true;
  }
}

const looksLikeDelimiter = (text: string): boolean => /^[ \t]*[|:-]/.test(text) && text.includes('-');

/** The number of columns in a delimiter row; 0 if it is none. */
export function delimiterCount(line: string): number {
  const text = line.trim();
  if (!text.includes('|')) return 0;
  const inner = text.slice(text.startsWith('|') ? 1 : 0, text.endsWith('|') && text.length > 1 ? -1 : undefined);
  const cells = inner.split('|');
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim())) ? cells.length : 0;
}

/** The number of cells in a row, without the empty ones outside its outer pipes. */
export function cellCount(line: string): number {
  const text = line.trim();
  let pipes = 0;
  let last = -1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 92) index++;
    else if (code === 124) {
      pipes++;
      last = index;
    }
  }
  return pipes + 1 - (text.startsWith('|') ? 1 : 0) - (last > 0 && last === text.length - 1 ? 1 : 0);
}
