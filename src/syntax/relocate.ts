import type { Span } from '../base/span.ts';
import type { Block, Bullet, Cell, CodeSpan, Heading, Row, SyntaxTree } from './tree.ts';

/**
 * Maps every position of a tree to one span of another document: assumed content is read like
 * written content, but points to the place that it is assumed for.
 */
export function relocate(tree: SyntaxTree, span: Span): SyntaxTree {
  const at = (): number => span.from;
  const code = (one: CodeSpan): CodeSpan => ({ span, inner: span, text: one.text, at });
  const cell = (one: Cell): Cell => ({
    span,
    text: one.text,
    codes: one.codes.map(code),
    code: one.code === null ? null : code(one.code),
    at,
  });
  const row = (one: Row): Row => ({ span, source: one.source, cells: one.cells.map(cell), extra: one.extra.map(cell) });
  const heading = (one: Heading): Heading => ({ ...one, span, content: span });
  const bullet = (one: Bullet): Bullet => ({
    span,
    source: one.source,
    content: span,
    text: one.text,
    codes: one.codes.map(code),
    children: one.children.map(bullet),
    at,
  });
  const block = (one: Block): Block => {
    switch (one.kind) {
      case 'heading':
        return heading(one);
      case 'table':
        return { kind: 'table', span, header: row(one.header), rows: one.rows.map(row) };
      case 'bullets':
        return { kind: 'bullets', span, items: one.items.map(bullet) };
      case 'paragraph':
        return { kind: 'paragraph', span, text: one.text, codes: one.codes.map(code), at };
      case 'other':
        return { ...one, span };
    }
  };
  return {
    text: tree.text,
    title: tree.title === null ? null : heading(tree.title),
    loose: tree.loose.map(block),
    sections: tree.sections.map((section) => ({ ...section, heading: heading(section.heading), span, blocks: section.blocks.map(block) })),
  };
}
