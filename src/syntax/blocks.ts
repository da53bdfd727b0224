import type { TreeCursor } from '@lezer/common';
import { type Span, span } from '../base/span.ts';
import { Inline } from './inline.ts';
import { type Excerpt, isLineEnd, joinedPiece, trimmed } from './piece.ts';
import { readTable } from './table.ts';
import type { Block, Bullet, Heading, Paragraph } from './tree.ts';

/** Lists nested deeper than this stay in the text but are not read. */
const maximumDepth = 1500;

/** Reads the block at a cursor over the Markdown tree of the excerpt. */
export function readBlock(excerpt: Excerpt, cursor: TreeCursor): Block {
  const { from, to } = cursor;
  const atx = /^(ATX|Setext)Heading([1-6])$/.exec(cursor.name);
  if (atx) return readHeading(excerpt, from, to, Number(atx[2]), atx[1] === 'Setext');
  switch (cursor.name) {
    case 'Paragraph':
      return new Words(excerpt, from, to);
    case 'BulletList':
      return { kind: 'bullets', span: contentSpan(excerpt, from, to), items: readItems(excerpt, cursor, 0) };
    case 'Table': {
      const lines: { from: number; to: number }[] = [];
      if (cursor.firstChild()) {
        do {
          if (cursor.type.name !== 'TableDelimiter') lines.push({ from: cursor.from, to: cursor.to });
        } while (cursor.nextSibling());
        cursor.parent();
      }
      return readTable(excerpt, ...trimmed(excerpt.text, from, to), lines);
    }
    default:
      return { kind: 'other', name: cursor.name, span: contentSpan(excerpt, from, to) };
  }
}

function contentSpan({ text, base }: Excerpt, from: number, to: number): Span {
  const [first, last] = trimmed(text, from, to);
  return span(base + first, base + last);
}

function readHeading(excerpt: Excerpt, from: number, to: number, level: number, setext: boolean): Heading {
  const { text } = excerpt;
  let [first, last] = trimmed(text, from, to);
  if (setext) {
    // The underline is the last line.
    while (last > first && !/[\r\n]/.test(text[last - 1] ?? '')) last--;
  } else {
    while (text[first] === '#' && first < last) first++;
    let marks = last;
    while (marks > first && text[marks - 1] === '#') marks--;
    if (marks === first || /\s/.test(text[marks - 1] ?? '')) last = marks;
  }
  const words = joinedPiece(excerpt, ...trimmed(text, first, last)).text;
  return { kind: 'heading', level, span: contentSpan(excerpt, from, to), text: words, content: contentSpan(excerpt, first, last) };
}

function readItems(excerpt: Excerpt, cursor: TreeCursor, depth: number): Bullet[] {
  const items: Bullet[] = [];
  if (!cursor.firstChild()) return items;
  do {
    if (cursor.name === 'ListItem') items.push(readItem(excerpt, cursor, depth));
  } while (cursor.nextSibling());
  cursor.parent();
  return items;
}

function readItem(excerpt: Excerpt, cursor: TreeCursor, depth: number): Bullet {
  const { from, to } = cursor;
  const children: Bullet[] = [];
  let content: readonly [number, number] | null = null;
  let end = trimmed(excerpt.text, from, to)[1];
  let blocks = 0;
  if (cursor.firstChild()) {
    do {
      if (cursor.name === 'ListMark') end = Math.min(cursor.to, end);
      else {
        // The text of an item is its first block if that is a paragraph; a table or a fence counts
        // as prose.
        if (blocks === 0 && cursor.name === 'Paragraph') content = [cursor.from, cursor.to];
        if (cursor.name === 'BulletList' && depth < maximumDepth) children.push(...readItems(excerpt, cursor, depth + 1));
        blocks++;
      }
    } while (cursor.nextSibling());
    cursor.parent();
  }
  return new Item(excerpt, contentSpan(excerpt, from, to), content ?? [end, end], children);
}

class Words extends Inline implements Paragraph {
  readonly kind = 'paragraph';
  readonly span: Span;

  constructor(excerpt: Excerpt, from: number, to: number) {
    super(excerpt, from, to);
    this.span = contentSpan(excerpt, from, to);
  }
}

class Item extends Inline implements Bullet {
  readonly span: Span;
  readonly content: Span;
  readonly children: readonly Bullet[];
  readonly #excerpt: Excerpt;

  constructor(excerpt: Excerpt, span: Span, [from, to]: readonly [number, number], children: readonly Bullet[]) {
    super(excerpt, from, to, true);
    this.span = span;
    this.content = contentSpan(excerpt, from, to);
    this.children = children;
    this.#excerpt = excerpt;
  }

  get source(): string {
    const { text, base } = this.#excerpt;
    let from = this.span.from - base;
    while (from > 0 && !isLineEnd(text.charCodeAt(from - 1))) from--;
    return text.slice(from, this.span.to - base);
  }
}
