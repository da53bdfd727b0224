import { toSentenceCase, toWords } from '../../model/reading/cell-forms.ts';
import { inserted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const columnWithoutTitle = defineRule({
  code: 'column-without-title',
  severity: 'warning',
  section: 2,
  summary: 'A column that shows an expression but has no title.',
  messages: {
    untitled: 'Users read “{source}” above this column. Give it a title: as "…".',
  },
  check(model, report, survey) {
    for (const { part } of survey.parts()) {
      if (part.kind === 'form' || !('fields' in part)) continue;
      for (const { name, title, value, end: path } of part.fields) {
        if (value === null || title !== null || path !== null) continue;
        const words = value.source.match(/[A-Za-z]\w*/g)?.at(-1) ?? '';
        const end = model.tree.text[name.span.to] === '`' ? name.span.to + 1 : name.span.to;
        const heading = toSentenceCase(toWords(words));
        const fix = words === '' ? [] : inserted(end, ` as "${heading}"`, `Add the title “${heading}”`);
        report({ message: 'untitled', at: name, fix, data: { source: value.source.trim() } });
      }
    }
  },
});
