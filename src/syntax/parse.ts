import type { Tree, TreeCursor } from '@lezer/common';
import { span } from '../base/span.ts';
import { codesOf, unescapePipesInCode } from './code-spans.ts';
import { markdownParser } from './markdown-parser.ts';
import { joinedPiece, trimmed } from './piece.ts';
import { readTable } from './table.ts';
import type { Block, Bullet, CodeSpan, Heading, SectionNode, SyntaxTree } from './tree.ts';

/** Lists nested deeper than this are kept in the text and not looked into. */
const maximumDepth = 1500;

/** Reads a document as Markdown. Never throws, whatever the text is; linear but for nesting, whose depth is bounded. */
export function parseDocument(text: string): SyntaxTree {
  const tree = markdownTree(text);
  const sections: { number: number; heading: Heading; blocks: Block[]; to: number }[] = [];
  const loose: Block[] = [];
  let title: Heading | null = null;
  let current: (typeof sections)[number] | null = null;
  for (const block of readBlocks(text, tree.cursor())) {
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

/** The 3 of `3. Entities`; null when it is no section of the notation. */
function sectionNumber(words: string): number | null {
  const match = /^([1-9])\\?[.)](?!\d)/.exec(words);
  return match ? Number(match[1]) : null;
}

/** The text as the Markdown library sees it, every block of it; offsets are those of `text`. */
export const markdownTree = (text: string): Tree => markdownParser.parse(prepare(text));

/**
 * The text as it is given to the Markdown parser: of the same length, so that every offset stays. It knows only `\n` as a line's end and
 * nothing of a byte order mark. Lines that open more than a thousand quotes or lists take it quadratic time: they are made words.
 */
function prepare(text: string): string {
  let prepared = text;
  if (prepared.charCodeAt(0) === 0xfeff) prepared = ` ${prepared.slice(1)}`;
  if (prepared.includes('\r')) prepared = prepared.replaceAll('\r\n', ' \n').replaceAll('\r', '\n');
  return prepared.replace(/^[ \t>*+\-\d.)]{4000,}/gm, (marks) => (marks.trim() === '' ? marks : 'x'.repeat(marks.length)));
}

function* readBlocks(text: string, cursor: TreeCursor): Generator<Block> {
  if (!cursor.firstChild()) return;
  do {
    yield readBlock(text, cursor);
  } while (cursor.nextSibling());
}

function readBlock(text: string, cursor: TreeCursor): Block {
  const { from, to } = cursor;
  const atx = /^(ATX|Setext)Heading([1-6])$/.exec(cursor.name);
  if (atx) return readHeading(text, from, to, Number(atx[2]), atx[1] === 'Setext');
  switch (cursor.name) {
    case 'Paragraph':
      return { kind: 'paragraph', span: contentSpan(text, from, to), ...inlineText(text, from, to) };
    case 'BulletList':
      return { kind: 'bullets', span: contentSpan(text, from, to), items: readItems(text, cursor, 0) };
    case 'Table': {
      const lines: { from: number; to: number }[] = [];
      if (cursor.firstChild()) {
        do {
          if (cursor.type.name !== 'TableDelimiter') lines.push({ from: cursor.from, to: cursor.to });
        } while (cursor.nextSibling());
        cursor.parent();
      }
      const whole = contentSpan(text, from, to);
      return readTable(text, whole.from, whole.to, lines);
    }
    default:
      return { kind: 'other', name: cursor.name, span: contentSpan(text, from, to) };
  }
}

const contentSpan = (text: string, from: number, to: number) => span(...trimmed(text, from, to));

function readHeading(text: string, from: number, to: number, level: number, setext: boolean): Heading {
  const whole = contentSpan(text, from, to);
  let [first, last] = [whole.from, whole.to];
  if (setext) {
    // The underline is the last line.
    while (last > first && !/[\r\n]/.test(text[last - 1] ?? '')) last--;
  } else {
    while (text[first] === '#' && first < last) first++;
    let marks = last;
    while (marks > first && text[marks - 1] === '#') marks--;
    if (marks === first || /\s/.test(text[marks - 1] ?? '')) last = marks;
  }
  const content = contentSpan(text, first, last);
  return { kind: 'heading', level, span: whole, text: joinedPiece(text, content.from, content.to).text, content };
}

function readItems(text: string, cursor: TreeCursor, depth: number): Bullet[] {
  const items: Bullet[] = [];
  if (!cursor.firstChild()) return items;
  do {
    if (cursor.name === 'ListItem') items.push(readItem(text, cursor, depth));
  } while (cursor.nextSibling());
  cursor.parent();
  return items;
}

function readItem(text: string, cursor: TreeCursor, depth: number): Bullet {
  const whole = contentSpan(text, cursor.from, cursor.to);
  const children: Bullet[] = [];
  let content: { from: number; to: number } | null = null;
  let markEnd = whole.to;
  let blocks = 0;
  if (cursor.firstChild()) {
    do {
      if (cursor.name === 'ListMark') markEnd = cursor.to;
      else {
        // Its words are its first block; a table or a fence there is prose.
        if (blocks === 0 && cursor.name === 'Paragraph') content = contentSpan(text, cursor.from, cursor.to);
        if (cursor.name === 'BulletList' && depth < maximumDepth) children.push(...readItems(text, cursor, depth + 1));
        blocks++;
      }
    } while (cursor.nextSibling());
    cursor.parent();
  }
  const place = content ?? span(Math.min(markEnd, whole.to), Math.min(markEnd, whole.to));
  return { span: whole, content: place, ...inlineText(text, place.from, place.to), children };
}

/** The words of a paragraph with their places. */
function inlineText(text: string, from: number, to: number): { text: string; codes: readonly CodeSpan[]; at(offset: number): number } {
  const piece = unescapePipesInCode(joinedPiece(text, from, to));
  return { text: piece.text, codes: codesOf(piece), at: (offset) => piece.at(offset) };
}
