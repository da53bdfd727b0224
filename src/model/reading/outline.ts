import type { Block, Heading, SyntaxTree } from '../../syntax/tree.ts';

/** A block and its position in the document. */
export interface Placed {
  readonly block: Block;
  /** The number of its section; 0 for a block outside the sections. */
  readonly section: number;
  /** The headings above it within the section, nearest first, without the section's own heading. */
  readonly headings: readonly Heading[];
}

/**
 * A heading of level 3 or deeper with its content, up to the next heading of the same or a higher
 * level.
 */
export interface Chapter {
  readonly heading: Heading;
  readonly section: number;
  /** Where the next heading of the same or a higher level begins. */
  readonly to: number;
  /** The blocks directly under it, before any other heading. */
  readonly blocks: readonly Block[];
}

/** All blocks in document order, and the chapters. */
export interface Outline {
  readonly blocks: readonly Placed[];
  readonly chapters: readonly Chapter[];
}

export function outlineOf(tree: SyntaxTree): Outline {
  const blocks: Placed[] = [];
  const chapters: Chapter[] = [];
  for (const section of tree.sections) read(section.blocks, section.number, section.span.to, blocks, chapters);
  read(tree.loose, 0, tree.text.length, blocks, chapters);
  return { blocks, chapters };
}

function read(source: readonly Block[], section: number, end: number, blocks: Placed[], chapters: Chapter[]): void {
  let open: { heading: Heading; to: number; blocks: Block[] }[] = [];
  const drafts: { heading: Heading; to: number; blocks: Block[] }[] = [];
  let headings: readonly Heading[] = [];
  for (const block of source) {
    if (block.kind === 'heading') {
      for (const chapter of open) if (chapter.heading.level >= block.level) chapter.to = block.span.from;
      open = open.filter((chapter) => chapter.heading.level < block.level);
      const draft = { heading: block, to: end, blocks: [] };
      open.push(draft);
      drafts.push(draft);
      headings = open.map((chapter) => chapter.heading).reverse();
      blocks.push({ block, section, headings: headings.slice(1) });
    } else {
      open.at(-1)?.blocks.push(block);
      blocks.push({ block, section, headings });
    }
  }
  for (const draft of drafts) chapters.push({ ...draft, section });
}
