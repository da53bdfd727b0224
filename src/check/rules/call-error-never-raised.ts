import { errorOf } from '../../model/lookup.ts';
import { ownErrors } from '../analysis/access.ts';
import { callErrors } from '../analysis/call-errors.ts';
import { saysNotShown } from '../analysis/open-sections.ts';
import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const callErrorNeverRaised = defineRule({
  code: 'call-error-never-raised',
  severity: 'warning',
  section: 7,
  summary: 'An error that a call lists but cannot raise.',
  messages: {
    never:
      'This call cannot raise {error}: no rule, guard or check that it runs names this error. Remove it from this row, or name it in the rule that should raise it.',
  },
  check(model, report, survey) {
    // Sections that could raise the error are still open.
    if (model.sections[4]?.state === 'not shown' || saysNotShown(model, 4)) return;
    for (const [call, raised] of survey.once(callErrors)) {
      if (raised === null) continue;
      for (const error of call.errors) {
        if (ownErrors.includes(error.text) || raised.possible.has(error.text) || errorOf(model, error.text) === undefined) continue;
        report({
          message: 'never',
          at: error,
          fix: removeItem(model, error.span, `Remove ${error.text}`, true),
          data: { error: error.text },
        });
      }
    }
  },
});
