import type { Finding } from '../base/finding.ts';
import type { Span } from '../base/span.ts';
import type { Block, SyntaxTree } from '../syntax/tree.ts';

/** `<!-- ninefold ignore CODE, CODE: reason -->` in the document. */
export interface Ignore {
  readonly span: Span;
  readonly codes: readonly { readonly text: string; readonly span: Span }[];
  readonly reason: string;
  /** The range that it covers: findings beginning here are silenced. */
  readonly reach: Span;
}

const comment = /<!--\s*ninefold\s+ignore\b([^>]*?)-->/g;

/**
 * The comments that silence a rule. A comment in a row or bullet covers that row or bullet; on its
 * own, the next block (a heading with everything under it); right under a section's heading, the
 * section; before the first section, the document.
 */
export function ignores(tree: SyntaxTree): Ignore[] {
  const found: Ignore[] = [];
  if (!tree.text.includes('ninefold')) return found;
  for (const match of tree.text.matchAll(comment)) {
    const span = { from: match.index, to: match.index + match[0].length };
    const reach = reachOf(tree, span);
    if (reach === null) continue;
    const words = match[1] ?? '';
    const colon = words.indexOf(':');
    const names = colon < 0 ? words : words.slice(0, colon);
    const start = span.from + match[0].indexOf(words);
    const codes = [...names.matchAll(/[^\s,]+/g)].map((name) => ({
      text: name[0],
      span: { from: start + name.index, to: start + name.index + name[0].length },
    }));
    found.push({ span, codes, reason: colon < 0 ? '' : words.slice(colon + 1).trim(), reach });
  }
  return found;
}

const within = (outer: Span, inner: Span): boolean => outer.from <= inner.from && inner.to <= outer.to;

/** The range that a comment covers. Null inside a fence, where it is an example without effect. */
function reachOf(tree: SyntaxTree, span: Span): Span | null {
  const section = tree.sections.find((node) => within(node.span, span));
  const blocks = section?.blocks ?? tree.loose;
  const around = blocks.find((block) => within(block.span, span));
  if (around?.kind === 'other' && /code|fence/i.test(around.name)) return null;
  if (around?.kind === 'table') {
    return around.rows.find((row) => within(row.span, span))?.span ?? around.span;
  }
  if (around?.kind === 'bullets') {
    const bullet = around.items.find((item) => within(item.span, span));
    return bullet?.span ?? around.span;
  }
  if (around?.kind === 'paragraph' || around?.kind === 'heading') {
    // A comment with other text in its paragraph covers that paragraph; otherwise it is a block of
    // its own.
    if (tree.text.slice(around.span.from, around.span.to).replace(comment, '').trim() !== '') return around.span;
  }
  const isComment = (block: Block): boolean =>
    block.span.to <= span.from && tree.text.slice(block.span.from, block.span.to).replace(comment, '').trim() === '';
  const before = blocks.filter((block) => block.span.to <= span.from && !isComment(block) && block !== section?.heading);
  if (section === undefined) {
    const first = tree.sections[0];
    return first === undefined || span.from < first.span.from ? { from: 0, to: tree.text.length + 1 } : null;
  }
  if (before.length === 0) return section.span;
  return nextBlock(blocks, span) ?? null;
}

function nextBlock(blocks: readonly Block[], span: Span): Span | undefined {
  const after = blocks.filter((block) => block.span.from >= span.to);
  const next = after.find((block) => block.kind !== 'other');
  if (next?.kind !== 'heading') return next?.span;
  const end = after.find((block) => block !== next && block.kind === 'heading' && block.level <= next.level);
  return { from: next.span.from, to: end?.span.from ?? after.at(-1)?.span.to ?? next.span.to };
}

/** Whether the comment silences the finding. */
export const isIgnoredBy = (ignore: Ignore, finding: Finding): boolean =>
  ignore.codes.some((code) => code.text === finding.code) &&
  ignore.reach.from <= finding.span.from &&
  finding.span.from < Math.max(ignore.reach.to, ignore.reach.from + 1);

/** Comments that begin with the product's name but cannot be read: `<!-- ninefold ingore … -->`. */
export function unreadComments(tree: SyntaxTree): Span[] {
  if (!tree.text.includes('ninefold')) return [];
  return [...tree.text.matchAll(/<!--\s*ninefold\b(?!\s+ignore\b)[^>]*?-->/g)].flatMap(({ index, 0: whole }) => {
    const span = { from: index, to: index + whole.length };
    return reachOf(tree, span) === null ? [] : [span];
  });
}
