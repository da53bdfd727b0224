import { defineRule } from '../rule.ts';

export const assumption = defineRule({
  code: 'assumption',
  severity: 'hint',
  section: 0,
  summary: 'Something that the product assumes because the document does not specify it.',
  messages: { assumed: 'Assumed: {text}' },
  check(model, report) {
    for (const { section, span, text, write } of model.assumptions) {
      // A hole or a machine without a start already reports its assumption.
      if (model.holes.some((hole) => hole.section === section && hole.span.from === span.from && hole.span.to === span.to)) continue;
      if (model.machines.some(({ start, heading }) => start === null && heading.from === span.from)) continue;
      report({
        message: 'assumed',
        at: span,
        section,
        data: { text },
        ...(write === null ? {} : { fix: { title: write.title, edits: write.edits } }),
      });
    }
  },
});
