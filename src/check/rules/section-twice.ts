import { defineRule } from '../rule.ts';

export const sectionTwice = defineRule({
  code: 'section-twice',
  severity: 'warning',
  section: 0,
  summary: 'A section whose number appears twice.',
  messages: {
    twice: 'Section {number} is here a second time. What both say is added up; a reader looks for it in one place. Join the two.',
  },
  check(model, report) {
    const seen = new Set<number>();
    for (const section of model.tree.sections) {
      if (seen.has(section.number))
        report({ message: 'twice', at: section.heading, section: section.number, data: { number: section.number } });
      seen.add(section.number);
    }
  },
});
