import { type Span, span } from '../base/span.ts';
import { markdownTree } from './parse.ts';
import { trimmed } from './piece.ts';
import { readTable } from './table.ts';
import type { Table } from './tree.ts';

/** A table wherever Markdown sees one, also inside a quote or a list. */
export interface PlacedTable {
  readonly table: Table;
  /** The line of dashes, without what is around it. */
  readonly delimiter: Span;
  /**
   * What the table is in, the outermost first: `Blockquote`, `BulletList`, `OrderedList`,
   * `ListItem`; empty for one that is on its own.
   */
  readonly within: readonly string[];
}

/** Every table of a text, in its order. */
export function allTables(text: string): PlacedTable[] {
  const found: PlacedTable[] = [];
  const around: string[] = [];
  markdownTree(text).iterate({
    enter(node) {
      if (node.name !== 'Table') {
        around.push(node.name);
        return true;
      }
      const lines: Span[] = [];
      let delimiter: Span | null = null;
      for (let line = node.node.firstChild; line !== null; line = line.nextSibling) {
        if (line.name === 'TableDelimiter') delimiter = span(...trimmed(text, line.from, line.to));
        else if (line.name !== 'QuoteMark') lines.push(line);
      }
      const [from, to] = trimmed(text, node.from, node.to);
      if (delimiter !== null) found.push({ table: readTable({ text, base: 0 }, from, to, lines), delimiter, within: around.slice(1) });
      return false;
    },
    leave(node) {
      if (node.name !== 'Table') around.pop();
    },
  });
  return found;
}
