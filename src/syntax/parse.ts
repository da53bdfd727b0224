import type { Tree } from '@lezer/common';
import { span } from '../base/span.ts';
import { readBlock } from './blocks.ts';
import { markdownParser } from './markdown-parser.ts';
import type { Excerpt } from './piece.ts';
import type { Block, Heading, SectionNode, SyntaxTree } from './tree.ts';

/**
 * Parses a document as Markdown. Never throws, whatever the text. Takes linear time except for
 * nesting, whose depth is limited.
 */
export const parseDocument = (text: string): SyntaxTree => treeOf(text, blocksOf({ text, base: 0 }, markdownTree(text)));

/** The top-level blocks of an excerpt, from its Markdown tree. */
export function* blocksOf(excerpt: Excerpt, tree: Tree): Generator<Block> {
  const cursor = tree.cursor();
  if (!cursor.firstChild()) return;
  do {
    yield readBlock(excerpt, cursor);
  } while (cursor.nextSibling());
}

/** Arranges the blocks of a document into its sections. */
export function treeOf(text: string, blocks: Iterable<Block>): SyntaxTree {
  const sections: { number: number; heading: Heading; blocks: Block[]; to: number }[] = [];
  const loose: Block[] = [];
  let title: Heading | null = null;
  let current: (typeof sections)[number] | null = null;
  for (const block of blocks) {
    if (block.kind === 'heading' && block.level <= 2) {
      if (current) current.to = block.span.from;
      current = null;
      const number = block.level === 2 ? sectionNumber(block.text) : null;
      if (number !== null) {
        current = { number, heading: block, blocks: [], to: text.length };
        sections.push(current);
      } else if (block.level === 1 && title === null) {
        title = block;
      } else {
        loose.push(block);
      }
    } else {
      (current?.blocks ?? loose).push(block);
    }
  }
  return { text, title, loose, sections: sections.map(sectionNode) };
}

const sectionNode = (section: { number: number; heading: Heading; blocks: Block[]; to: number }): SectionNode => ({
  number: section.number,
  heading: section.heading,
  span: span(section.heading.span.from, section.to),
  blocks: section.blocks,
});

/** The 3 of `3. Entities`; null if it is not a section of the notation. */
function sectionNumber(words: string): number | null {
  const match = /^([1-9])\\?[.)](?!\d)/.exec(words);
  return match ? Number(match[1]) : null;
}

/** All blocks of the text as the Markdown library parses them; offsets are those of `text`. */
export const markdownTree = (text: string): Tree => markdownParser.parse(prepare(text));

/**
 * Prepares a text for the Markdown parser, without changing its length, so offsets stay valid. The
 * parser accepts only `\n` as line end and no byte order mark. Lines that open more than a thousand
 * quotes or lists would take it quadratic time, so they are replaced by words.
 */
export function prepare(text: string): string {
  let prepared = text;
  if (prepared.charCodeAt(0) === 0xfeff) prepared = ` ${prepared.slice(1)}`;
  if (prepared.includes('\r')) prepared = prepared.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');
  return prepared.replace(/^[ \t>*+\-\d.)]{4000,}/gm, (marks) => (marks.trim() === '' ? marks : 'x'.repeat(marks.length)));
}
