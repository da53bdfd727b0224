import { defineRule } from '../rule.ts';

export const columnWithoutTitle = defineRule({
  code: 'column-without-title',
  severity: 'warning',
  section: 2,
  summary: 'A column that shows an expression and has no title.',
  messages: {
    untitled: 'Users read “{source}” above this column. Give it a title: as "…".',
  },
  check(_model, report, survey) {
    for (const { part } of survey.parts()) {
      if (part.kind === 'form' || !('fields' in part)) continue;
      for (const { name, title, value, end } of part.fields) {
        if (value === null || title !== null || end !== null) continue;
        report({ message: 'untitled', at: name, data: { source: value.source.trim() } });
      }
    }
  },
});
