import { unknownNames } from '../analysis/unknown-names.ts';
import { defineRule } from '../rule.ts';

export const undefinedFunction = defineRule({
  code: 'undefined-function',
  severity: 'error',
  section: 0,
  summary: 'An unknown function in an expression.',
  messages: { detail: '{message}' },
  check(model, report, survey) {
    for (const { span, detail, fix } of unknownNames(model, survey, null, 'undefined-function')) {
      report({ message: 'detail', at: span, fix, data: { message: detail ?? '' } });
    }
  },
});
