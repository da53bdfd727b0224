import { isPascalCase } from '../../model/reading/cell-forms.ts';
import { headingPhrase } from '../../model/reading/headings.ts';
import { type TableKind, tableKinds, tableWords } from '../../model/vocabulary.ts';
import { splitCells } from '../../syntax/table.ts';
import type { Block, SyntaxTree, Table } from '../../syntax/tree.ts';

/** The place in a document where someone is typing. */
export interface Place {
  /** 1 to 9; 0 outside the sections. */
  readonly section: number;
  /** The texts of the headings above, nearest first. */
  readonly headings: readonly string[];
  /** The text of the cell, bullet or heading before the offset. */
  readonly before: string;
  readonly form:
    | { readonly kind: 'cell'; readonly table: TableKind; readonly column: string; readonly first: string; readonly header: boolean }
    | { readonly kind: 'bullet'; readonly parents: readonly string[] }
    | { readonly kind: 'heading'; readonly level: number }
    /** A line of section 1 about languages or time zones, possibly incomplete. */
    | { readonly kind: 'line' }
    | { readonly kind: 'prose' };
}

/** The form around an offset, determined from the raw line, which may be incomplete. */
export function placeAt(tree: SyntaxTree, offset: number): Place {
  const { text } = tree;
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(start, offset);
  const section = tree.sections.find((one) => one.span.from <= offset && offset <= one.span.to && start >= one.heading.span.from);
  const blocks: readonly Block[] = section?.blocks ?? tree.loose;
  const place = { section: section?.number ?? 0, headings: headingsAbove(blocks, start) };
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  if (heading) return { ...place, before: heading[2] ?? '', form: { kind: 'heading', level: heading[1]?.length ?? 1 } };
  const table = blocks.find((block): block is Table => block.kind === 'table' && block.span.from <= offset && start <= block.span.to);
  if (table !== undefined && line.includes('|')) {
    const cell = cellOf(text, table, start, offset);
    if (cell !== null) return { ...place, ...cell };
  }
  const bullet = /^(\s*)[-*+]\s+(.*)$/.exec(line);
  if (bullet)
    return { ...place, before: bullet[2] ?? '', form: { kind: 'bullet', parents: parentsOf(text, start, bullet[1]?.length ?? 0) } };
  const isLine = section?.number === 1 && /^(?:Lang\w*|Time(?: z\w*)?|Languages?:.*|Time zone:.*)$/i.test(line.trimStart());
  return { ...place, before: line.trimStart(), form: { kind: isLine ? 'line' : 'prose' } };
}

function headingsAbove(blocks: readonly Block[], start: number): string[] {
  const found: string[] = [];
  let level = 7;
  for (const block of blocks.toReversed()) {
    if (block.kind !== 'heading' || block.span.from >= start || block.level >= level) continue;
    level = block.level;
    found.push(headingPhrase(block).text);
  }
  return found;
}

function cellOf(text: string, table: Table, start: number, offset: number): Pick<Place, 'before' | 'form'> | null {
  const [first] = table.header.cells;
  const words = first?.text.replace(/[*`]/g, '').trim().toLowerCase();
  const kind = tableKinds.find((one) => tableWords[one].first.toLowerCase() === words);
  if (kind === undefined) return null;
  const line = text.slice(start, offset);
  const from = start + line.length - line.trimStart().length;
  // The extra space makes an empty cell count as one.
  const cells = splitCells(`${text.slice(0, offset)} `, from, offset + 1);
  const index = Math.max(0, cells.length - 1);
  const cell = cells[index];
  const header = table.header.span.from >= start || offset <= table.header.span.to;
  return {
    before: text.slice(cell?.from ?? offset, offset).trimStart(),
    form: {
      kind: 'cell',
      table: kind,
      column: table.header.cells[index]?.text.replace(/[*`]/g, '').trim() ?? '',
      first: text.slice(cells[0]?.from ?? offset, cells[0]?.to ?? offset).trim(),
      header,
    },
  };
}

/** The enclosing bullets, nearest first: those above with less indentation. */
function parentsOf(text: string, start: number, indent: number): string[] {
  const parents: string[] = [];
  let least = indent;
  let end = start - 1;
  while (end > 0 && least > 0) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(from, end);
    const bullet = /^(\s*)[-*+]\s+(.*)$/.exec(line);
    if (/^#|^\s*$/.test(line) && bullet === null) break;
    if (bullet && (bullet[1]?.length ?? 0) < least) {
      least = bullet[1]?.length ?? 0;
      parents.push(bullet[2]?.trimEnd() ?? '');
    }
    end = from - 1;
  }
  return parents;
}

/** The content so far of a code span left open before the offset; null if none is open. */
export function openCode(before: string): string | null {
  const pieces = before.split('`');
  return pieces.length % 2 === 0 ? (pieces.at(-1) ?? '') : null;
}

/**
 * The entity that a heading may name: the first word, such as `Ticket` in `Ticket.status`, or the
 * last in `TicketView of Ticket`; null if it is no entity's name.
 */
export function entityOfHeading(words: string): string | null {
  const of = /\bof\s+(\S+)$/.exec(words)?.[1];
  const name = of ?? /^([A-Za-z0-9]+)/.exec(words)?.[1] ?? '';
  return isPascalCase(name) ? name : null;
}
