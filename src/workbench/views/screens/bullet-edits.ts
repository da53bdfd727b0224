import type { Span } from '../../../base/span.ts';
import type { TextEdit } from '../../../base/text-edit.ts';
import type { Screen } from '../../../model/ast/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Bullet } from '../../../syntax/tree.ts';

/** A bullet of a screen as written: a part, or an option below one. */
export interface WrittenBullet {
  /** Without the bullet mark; only the first line of a bullet that spans several. */
  readonly words: string;
  readonly span: Span;
  /** The nesting depth, from 0. */
  readonly depth: number;
}

/** Returns the bullets below a screen's heading, in order. */
export function bulletsOf({ tree }: Model, { heading }: Screen): readonly WrittenBullet[] {
  if (heading === null) return [];
  const blocks = tree.sections.find(({ number }) => number === 2)?.blocks ?? [];
  const start = blocks.findIndex(({ kind, span }) => kind === 'heading' && span.from <= heading.from && heading.from <= span.to);
  const next = blocks.findIndex(({ kind }, index) => index > start && kind === 'heading');
  const written = (bullet: Bullet, depth: number): readonly WrittenBullet[] => {
    const { from, to } = bullet.content;
    const words = /^[^\r\n]*/u.exec(tree.text.slice(from, to))?.[0].trimEnd() ?? '';
    const inside = bullet.children.flatMap((child) => written(child, depth + 1));
    return [{ words, span: { from, to: from + words.length }, depth }, ...inside];
  };
  return blocks
    .slice(start + 1, next < 0 ? undefined : next)
    .flatMap((block) => (block.kind === 'bullets' ? block.items.flatMap((item) => written(item, 0)) : []));
}

/** Replaces the text of a bullet; its mark, indentation and nested bullets stay. */
export const setBullet = ({ span, words: before }: WrittenBullet, words: string): TextEdit[] =>
  words.trim() === '' || words === before || /[\r\n]/u.test(words) ? [] : [{ ...span, insert: words.trim() }];
