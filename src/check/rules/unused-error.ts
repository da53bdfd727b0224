import { requestErrors } from '../../model/own-words.ts';
import { ownErrors } from '../analysis/access.ts';
import { saysNotShown } from '../analysis/open-sections.ts';
import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unusedError = defineRule({
  code: 'unused-error',
  severity: 'warning',
  section: 8,
  summary: 'An error that nothing raises.',
  messages: {
    unused: 'Nothing raises {name}: no rule, no guard and no check names it. Name it in the row that refuses, or remove it.',
  },
  check(model, report, survey) {
    // Sections that could raise the error are still open or empty.
    if (saysNotShown(model, 4) || saysNotShown(model, 5)) return;
    if (model.rules.length === 0 && model.machines.length === 0 && model.calls.length === 0) return;
    for (const { name } of model.errors) {
      if (ownErrors.includes(name.text) || requestErrors.includes(name.text) || survey.raisedErrors().has(name.text)) continue;
      // A scenario may expect it.
      const isNamed = model.references.some(({ kind, text }) => kind === 'error' && text === name.text);
      report({ message: 'unused', at: name, fix: isNamed ? [] : rowDeleted(model, 'Error', name.span), data: { name: name.text } });
    }
  },
});
