import { firstLine } from '../place.ts';
import { defineRule } from '../rule.ts';

export const emptyScenario = defineRule({
  code: 'empty-scenario',
  severity: 'warning',
  section: 1,
  summary: 'A scenario without a row.',
  messages: {
    empty: 'The scenario “{title}” has no rows, so it shows nothing. Add a table As, Do, Expect.',
  },
  check(model, report) {
    for (const { title, rows, span } of model.scenarios) {
      if (rows.length === 0) report({ message: 'empty', at: firstLine(model.tree.text, span), data: { title } });
    }
  },
});
