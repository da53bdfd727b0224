import type { Fix } from '../../base/finding.ts';
import type { Span } from '../../base/span.ts';
import { sectionTitles } from '../../model/ast/common.ts';
import type { Model } from '../../model/model.ts';
import { defineRule } from '../rule.ts';
import { firstLine } from '../section-at.ts';

export const damagedHeading = defineRule({
  code: 'damaged-heading',
  severity: 'warning',
  section: 0,
  summary: 'A section heading that is not recognized.',
  messages: {
    heading: 'Section {number} is missing, and this line looks like its heading. A section begins with “## {number}. …”.',
    swallowed:
      'This code block has no end, so section {number} and everything after it is read as code. Close the block with “```”, or delete its opening marks.',
  },
  check(model, report) {
    if (!model.recognised) return;
    const missing = new Set(model.sections.filter(({ heading }) => heading === null).map(({ number }) => number));
    if (missing.size === 0) return;
    const { text, sections, loose } = model.tree;
    for (const block of [...sections.flatMap(({ blocks }) => blocks), ...loose]) {
      if (block.kind === 'other' && block.name === 'FencedCode') {
        const line = firstLine(text, block.span);
        const number = Number(/^## +([1-9])\. /m.exec(text.slice(line.to, block.span.to))?.[1] ?? 0);
        const isOpen = !/\n[ \t]*(?:`{3,}|~{3,})[ \t]*$/.test(text.slice(block.span.from, block.span.to).trimEnd());
        if (isOpen && missing.has(number)) report({ message: 'swallowed', at: line, fix: withoutLine(text, line), data: { number } });
      } else if (block.kind === 'heading' || block.kind === 'paragraph' || (block.kind === 'other' && block.name === 'OrderedList')) {
        const line = firstLine(text, block.span);
        const number = meant(text.slice(line.from, line.to), block.kind === 'heading');
        if (missing.has(number)) report({ message: 'heading', at: line, fix: mended(model, line, number), data: { number } });
      }
    }
  },
});

/** The number of the section that a line was probably meant to begin; 0: none. */
function meant(line: string, isHeading: boolean): number {
  const numbered = /^(#{1,6})?[ \t]*([1-9])(?!\d)[ \t]*[.):]?[ \t]*(.*)$/.exec(line);
  const words = (numbered?.[3] ?? line.replace(/^#+[ \t]*(?:\d+[ \t]*[.):]?)?[ \t]*/, '')).trim().toLowerCase();
  const own = sectionTitles.findIndex((title) => title.toLowerCase() === words) + 1;
  // Without a marker or a number, only the notation's own title identifies a section.
  if (numbered === null) return isHeading ? own : 0;
  const number = Number(numbered[2]);
  return numbered[1] !== undefined || own === number ? number : 0;
}

function mended(model: Model, line: Span, number: number): Fix {
  const words = model.tree.text.slice(line.from, line.to).replace(/^#*[ \t]*(?:\d+[ \t]*[.):]?)?[ \t]*/, '');
  const insert = `## ${number}. ${words === '' ? (sectionTitles[number - 1] ?? '') : words}`;
  return { title: `Write “${insert}”`, edits: [{ ...line, insert }] };
}

function withoutLine(text: string, { from, to }: Span): Fix {
  const end = text.startsWith('\r\n', to) ? to + 2 : Math.min(text.length, to + 1);
  return { title: 'Delete the marks', edits: [{ from, to: end, insert: '' }] };
}
