import { type Span, span } from '../base/span.ts';
import { markdownTree } from './parse.ts';
import { trimmed } from './piece.ts';
import { readTable } from './table.ts';
import type { Table } from './tree.ts';

/** A table anywhere in the Markdown, including quotes and lists. */
export interface PlacedTable {
  readonly table: Table;
  /** The delimiter row, trimmed. */
  readonly delimiter: Span;
  /**
   * The blocks around the table, outermost first: `Blockquote`, `BulletList`, `OrderedList`,
   * `ListItem`; empty for a table at the top level.
   */
  readonly within: readonly string[];
}

/** All tables of a text, in order. */
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
