import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedView = defineRule({
  code: 'undefined-view',
  severity: 'error',
  section: 7,
  summary: 'A view that section 7 does not declare.',
  messages: {
    detail: '{message} A view is a heading “### NAME of ENTITY” in section 7, with a table Key and Value.',
    unknown: 'There is no view “{name}”. {guess} A view is a heading “### {name} of ENTITY” in section 7, with a table Key and Value.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions, fix, detail } of unknownNames(model, survey, 'view', 'undefined-view')) {
      if (detail !== null) report({ message: 'detail', at: span, fix, data: { message: detail } });
      else report({ message: 'unknown', at: span, fix, data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
