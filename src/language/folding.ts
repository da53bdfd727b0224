import type { Span } from '../base/span.ts';
import type { Block, Bullet, SyntaxTree } from '../syntax/tree.ts';

/**
 * The foldable ranges: sections, headings with their content, tables, and bullets with nested
 * bullets.
 */
export function foldsOf(tree: SyntaxTree): Span[] {
  const folds: Span[] = [];
  const add = (from: number, to: number): void => {
    const end = from + tree.text.slice(from, to).trimEnd().length;
    if (tree.text.slice(from, end).includes('\n')) folds.push({ from, to: end });
  };
  const bullets = (items: readonly Bullet[]): void => {
    for (const item of items) {
      if (item.children.length > 0) add(item.span.from, item.span.to);
      bullets(item.children);
    }
  };
  const blocks = (list: readonly Block[], end: number): void => {
    for (const [index, block] of list.entries()) {
      if (block.kind === 'table') add(block.span.from, block.span.to);
      else if (block.kind === 'bullets') bullets(block.items);
      else if (block.kind === 'heading') {
        const next = list.slice(index + 1).find((other) => other.kind === 'heading' && other.level <= block.level);
        add(block.span.from, next?.span.from ?? end);
      }
    }
  };
  for (const section of tree.sections) {
    add(section.span.from, section.span.to);
    blocks(section.blocks, section.span.to);
  }
  for (const block of tree.loose) if (block.kind === 'table') add(block.span.from, block.span.to);
  return folds.sort((a, b) => a.from - b.from || b.to - a.to);
}
