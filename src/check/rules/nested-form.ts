import type { Span } from '../../base/span.ts';
import type { Model } from '../../model/model.ts';
import { partWords, tableKinds, tableWords } from '../../model/vocabulary.ts';
import { allTables } from '../../syntax/all-tables.ts';
import type { Block } from '../../syntax/tree.ts';
import { defineRule } from '../rule.ts';

export const nestedForm = defineRule({
  code: 'nested-form',
  severity: 'warning',
  section: 0,
  summary: 'A table or a part inside a quote or a list, where it is prose.',
  messages: {
    table:
      'This table is read as prose, because it is inside {around}. A table that begins with “{first}” belongs to section {section} when it is on its own: begin its lines at the left margin, without “>” or indentation.',
    part: 'This is read as prose, because it is inside {around}. The parts of a screen are bullets on their own: begin the line with “- ”.',
  },
  check(model, report) {
    for (const { number, blocks } of model.tree.sections) {
      for (const block of blocks) {
        if (block.kind !== 'bullets' && !isContainer(block)) continue;
        for (const { at, kind, within } of tablesInside(model, block)) {
          const { first, section } = tableWords[kind];
          report({ message: 'table', at, data: { around: aroundWords(within), first, section } });
        }
        if (number === 2 && block.kind === 'other') {
          const at = partInside(model, block.span);
          if (at !== null) report({ message: 'part', at, data: { around: block.name === 'Blockquote' ? 'a quote' : 'a numbered list' } });
        }
      }
    }
  },
});

const isContainer = (block: Block): boolean => block.kind === 'other' && (block.name === 'Blockquote' || block.name === 'OrderedList');

/**
 * Tables inside a block that would be forms at top level, recognised by their first header and one
 * more column.
 */
function tablesInside(model: Model, { span }: Block) {
  const text = model.tree.text.slice(span.from, span.to);
  if (!/-:?[ \t]*\|/.test(text)) return [];
  // Includes the start of the line, because the block's indentation affects how Markdown reads the
  // rest.
  const start = model.tree.text.lastIndexOf('\n', span.from - 1) + 1;
  return allTables(model.tree.text.slice(start, span.to)).flatMap(({ table, within }) => {
    const [first, ...rest] = table.header.cells.map((cell) => cell.text.trim().toLowerCase());
    const kind = tableKinds.find((one) => tableWords[one].first.toLowerCase() === first);
    if (kind === undefined || within.length === 0) return [];
    const { columns, others } = tableWords[kind];
    const isForm =
      (others !== 'prose' && others !== 'languages') || kind === 'account' || columns.some(({ name }) => rest.includes(name.toLowerCase()));
    const cell = table.header.cells[0]?.span ?? table.span;
    return isForm ? [{ at: { from: start + cell.from, to: start + cell.to }, kind, within }] : [];
  });
}

const aroundWords = (within: readonly string[]): string => (within.includes('Blockquote') ? 'a quote' : 'a list');

/** The span of the first line in a quote or numbered list that begins like a part, or null. */
function partInside(model: Model, { from, to }: Span): Span | null {
  const text = model.tree.text.slice(from, to);
  for (const match of text.matchAll(/^[ \t]*(?:>[ \t]*|\d+[.)][ \t]+|[-*+][ \t]+)+(.*)$/gm)) {
    const words = (match[1] ?? '').trimEnd();
    if (!partWords.some((part) => isPart(words, part))) continue;
    const start = from + match.index + match[0].indexOf(words);
    return { from: start, to: start + words.length };
  }
  return null;
}

/**
 * Many sentences begin with words such as “text” or “link”, so a part must also have its colon or
 * name its entity.
 */
const isPart = (words: string, { begins }: { readonly begins: string }): boolean =>
  words.toLowerCase().startsWith(begins) &&
  (/ of$/.test(begins) ? /^\S+ of [A-Z]/.test(words) : / form$/.test(begins) || /^[^.]*:/.test(words));
