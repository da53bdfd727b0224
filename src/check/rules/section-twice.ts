import type { Fix } from '../../base/finding.ts';
import type { Model } from '../../model/model.ts';
import { lineEndOf } from '../../syntax/edit-table.ts';
import type { SectionNode } from '../../syntax/tree.ts';
import { defineRule } from '../rule.ts';

export const sectionTwice = defineRule({
  code: 'section-twice',
  severity: 'warning',
  section: 0,
  summary: 'A section whose number appears twice.',
  messages: {
    twice: 'Section {number} appears a second time. Both count, but readers look in one place only. Merge the two.',
  },
  check(model, report) {
    const seen = new Set<number>();
    for (const section of model.tree.sections) {
      if (seen.has(section.number))
        report({
          message: 'twice',
          at: section.heading,
          section: section.number,
          fix: joined(model, section),
          data: { number: section.number },
        });
      seen.add(section.number);
    }
  },
});

/** Moves the content of the second section to the end of the first. */
function joined({ tree }: Model, second: SectionNode): Fix | undefined {
  const first = tree.sections.find(({ number }) => number === second.number);
  if (first === undefined || first === second) return undefined;
  const words = tree.text.slice(second.heading.span.to, second.span.to).trim();
  const edits = [{ from: second.span.from, to: second.span.to, insert: '' }];
  if (words !== '') {
    const lineEnd = lineEndOf(tree.text);
    const at = first.span.from + tree.text.slice(first.span.from, first.span.to).trimEnd().length;
    edits.unshift({ from: at, to: first.span.to, insert: `${lineEnd}${lineEnd}${words}${lineEnd}${lineEnd}` });
  }
  return { title: `Merge the two sections ${second.number}`, edits };
}
