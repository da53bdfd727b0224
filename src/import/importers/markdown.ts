import { sectionTitles } from '../../model/ast/common.ts';
import { readModel } from '../../model/read.ts';
import { parseDocument } from '../../syntax/parse.ts';
import type { Block } from '../../syntax/tree.ts';
import { addProse, emptyDraft, NotReadable } from '../draft.ts';
import type { Importer } from '../importer.ts';
import { sectionOf } from '../markdown/sections.ts';
import { ownTable, readTable } from '../markdown/tables.ts';
import { Names } from '../names.ts';
import { storyOf } from '../story.ts';

/**
 * Imports requirements in Markdown with headings of their own. Each part becomes prose in the
 * section that its heading suggests, tables that fit are read, and user stories become people.
 */
export const markdown: Importer = {
  name: 'markdown',
  summary: 'Requirements in Markdown, placed under the nine sections as prose; tables are read where they fit.',
  endings: ['md', 'markdown', 'txt'],
  recognises: (text) => text.trim() !== '',
  read(text, title) {
    if (/^#\s+Specification:/m.test(text) && readModel(text).recognised)
      throw new NotReadable('This is a specification already: open it without importing.');
    const tree = parseDocument(text);
    const draft = emptyDraft(tree.title?.text || title);
    const names = new Names();
    /** The levels and sections of the headings above the current block. */
    const open: { readonly level: number; readonly section: number }[] = [];
    let heading = '';
    const section = (): number => open.at(-1)?.section ?? 1;
    for (const block of blocksInOrder(tree)) {
      const source = text.slice(block.span.from, block.span.to).replaceAll('<!--', '&lt;!--');
      if (block.kind === 'heading') {
        while ((open.at(-1)?.level ?? 0) >= block.level) open.pop();
        // Prose below a heading stays together, in the section that the heading suggests.
        const own = sectionOf(block.text) ?? open.at(-1)?.section ?? 1;
        open.push({ level: block.level, section: own });
        heading = block.text.replace(/^[\d.]+\s+/, '').trim();
        if (heading !== '' && !(sectionTitles as readonly string[]).includes(heading))
          addProse(draft, own, `**${heading.replaceAll('*', '')}**`);
      } else if (block.kind === 'table') {
        const own = ownTable(block);
        if (own !== null) addProse(draft, own, source);
        else if (!readTable(draft, names, block, heading)) addProse(draft, section(), source);
      } else {
        const stories = storyOf(source);
        draft.people.push(...stories.people.filter(({ person }) => !draft.people.some((one) => one.person === person)));
        addProse(draft, section(), source);
      }
    }
    for (const [number, blocks] of draft.prose)
      if (blocks.length > 0)
        draft.losses.push({
          where: `section ${number}`,
          message: `Prose was carried over as prose: ${blocks.length} ${blocks.length === 1 ? 'block' : 'blocks'} that the product does not act on.`,
        });
    return draft;
  },
};

function blocksInOrder({ title, loose, sections }: ReturnType<typeof parseDocument>): Block[] {
  const blocks = [...loose, ...sections.flatMap(({ heading, blocks: own }) => [heading, ...own])].filter((block) => block !== title);
  return blocks.sort((a, b) => a.span.from - b.span.from);
}
