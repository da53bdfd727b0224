import type { Span } from '../base/span.ts';
import type { TextEdit } from '../base/text-edit.ts';
import { lineEndOf } from './edit-table.ts';
import type { Block, SyntaxTree } from './tree.ts';

/**
 * Edits of sections. The given Markdown uses `\n`; the edits use the document's own line
 * ends.
 */

/**
 * Inserts `## N. title` with its content in order among the other sections. The document must not
 * have the section yet.
 */
export function insertSection(tree: SyntaxTree, number: number, title: string, markdown: string): TextEdit[] {
  const heading = `## ${number}. ${title}`;
  const content = markdown.trim() === '' ? heading : `${heading}\n\n${markdown.trim()}`;
  const next = tree.sections.find((section) => section.number > number);
  if (next !== undefined) return [insertBlock(tree.text, next.span.from, content)];
  const last = tree.sections.at(-1);
  return [insertBlock(tree.text, last?.span.to ?? tree.text.length, content)];
}

/** Adds content at the end of a section; adds the section if it is missing. */
export function appendToSection(tree: SyntaxTree, number: number, title: string, markdown: string): TextEdit[] {
  const section = tree.sections.find((one) => one.number === number);
  if (section === undefined) return insertSection(tree, number, title, markdown);
  return [insertBlock(tree.text, section.span.to, markdown.trim())];
}

/**
 * Writes content into a section without content: replaces the blocks that only say that it is not
 * shown (`emptyTalk` recognises them), or else appends it. Adds the section if it is missing.
 */
export function fillSection(
  tree: SyntaxTree,
  number: number,
  title: string,
  markdown: string,
  emptyTalk: (block: Block) => boolean,
): TextEdit[] {
  const section = tree.sections.find((one) => one.number === number);
  if (section === undefined) return insertSection(tree, number, title, markdown);
  const [first, ...rest] = section.blocks.filter((block) => block.kind !== 'heading' && emptyTalk(block));
  if (first === undefined) return appendToSection(tree, number, title, markdown);
  const written = markdown.trim().replaceAll('\n', lineEndOf(tree.text));
  return [
    { from: first.span.from, to: first.span.to, insert: written },
    ...rest.map((block) => ({ from: block.span.from, to: endOfBlock(tree.text, block.span), insert: '' })),
  ];
}

/** Adds content under a heading, before the position `to`. */
export function appendUnder(tree: SyntaxTree, to: number, markdown: string): TextEdit[] {
  return [insertBlock(tree.text, to, markdown.trim())];
}

/** Inserts a block between two others, with one empty line before and after it. */
function insertBlock(text: string, place: number, markdown: string): TextEdit {
  const lineEnd = lineEndOf(text);
  const written = markdown.replaceAll('\n', lineEnd);
  let at = place;
  while (at > 0 && isBlank(text, at - 1)) at--;
  const after = text.slice(at, place);
  const before = at === 0 ? '' : lineEnd + lineEnd;
  // What separated the two blocks now separates the new one from the next; at the end of the text
  // one line end is enough.
  const rest = text.slice(place).trim() === '' ? (after === '' ? lineEnd : '') : lineBreaks(after) >= 2 ? '' : lineEnd + lineEnd;
  return { from: at, to: at, insert: `${before}${written}${rest}` };
}

/** Excludes a byte order mark, which `\s` matches. */
const isBlank = (text: string, at: number): boolean => /[ \t\r\n]/.test(text[at] ?? '');

const lineBreaks = (blanks: string): number => blanks.split(/\r\n|\r|\n/).length - 1;

/** The end of a block, including the blank lines after it. */
function endOfBlock(text: string, span: Span): number {
  let end = span.to;
  while (end < text.length && isBlank(text, end)) end++;
  return end;
}
