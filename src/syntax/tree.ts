import type { Span } from '../base/span.ts';

/**
 * A code span: `span` covers the backticks, `inner` the content between them (without one padding
 * space on each side, as in CommonMark).
 */
export interface CodeSpan {
  readonly span: Span;
  readonly inner: Span;
  /** The content, with `\|` read as `|` inside a table. */
  readonly text: string;
  /** The document offset of an offset in `text` (0 to text.length). */
  at(offset: number): number;
}

/**
 * A cell of a table. An empty cell has an empty span, at the position where content would be typed.
 */
export interface Cell {
  readonly span: Span;
  /**
   * The source of the content, trimmed, `\|` read as `|`, without comments to the checker; code
   * spans keep their backticks.
   */
  readonly text: string;
  readonly codes: readonly CodeSpan[];
  /** The code span that is the whole cell, or null. */
  readonly code: CodeSpan | null;
  /** The document offset of an offset in `text`. */
  at(offset: number): number;
}

export interface Row {
  readonly span: Span;
  /** The row as written, including pipes. */
  readonly source: string;
  /** One cell per column of the header; missing cells are empty cells at the row's end. */
  readonly cells: readonly Cell[];
  /** Cells beyond the header's columns, caused by an unescaped pipe. */
  readonly extra: readonly Cell[];
}

export interface Table {
  readonly kind: 'table';
  readonly span: Span;
  readonly header: Row;
  readonly rows: readonly Row[];
}

export interface Heading {
  readonly kind: 'heading';
  readonly level: number;
  readonly span: Span;
  /** The text without marks; `content` is its range. */
  readonly text: string;
  readonly content: Span;
}

/** One item of a bullet list. `content` is its first paragraph. */
export interface Bullet {
  readonly span: Span;
  /**
   * The item as written, from the start of its line, because the indentation decides what is
   * nested.
   */
  readonly source: string;
  readonly content: Span;
  /**
   * The source of the first paragraph, with lines joined by single spaces, without comments to the
   * checker.
   */
  readonly text: string;
  readonly codes: readonly CodeSpan[];
  readonly children: readonly Bullet[];
  at(offset: number): number;
}

export interface BulletList {
  readonly kind: 'bullets';
  readonly span: Span;
  readonly items: readonly Bullet[];
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly span: Span;
  readonly text: string;
  readonly codes: readonly CodeSpan[];
  at(offset: number): number;
}

/** Any other Markdown block: quotes, fences, HTML, rules, numbered lists. */
export interface Other {
  readonly kind: 'other';
  readonly name: string;
  readonly span: Span;
}

export type Block = Heading | Table | BulletList | Paragraph | Other;

/**
 * A numbered section `## N. …`; its span ends where the next level-1 or level-2 heading begins, or
 * at the end of the text.
 */
export interface SectionNode {
  readonly number: number;
  readonly heading: Heading;
  readonly span: Span;
  readonly blocks: readonly Block[];
}

/** The document as Markdown. Lossless: `text` is the source, everything else points into it. */
export interface SyntaxTree {
  readonly text: string;
  /** The first level-1 heading, or null. */
  readonly title: Heading | null;
  /** Blocks before the first numbered section and under other level-2 headings. */
  readonly loose: readonly Block[];
  /**
   * In the order of the text. A number may be missing or occur twice; then the blocks add up, and a
   * rule reports it.
   */
  readonly sections: readonly SectionNode[];
}
