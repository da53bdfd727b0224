import { unknownNames } from '../analysis/unknown-names.ts';
import { defineRule } from '../rule.ts';

export const undefinedFunction = defineRule({
  code: 'undefined-function',
  severity: 'error',
  section: 0,
  summary: 'An unknown function in an expression.',
  messages: { said: '{message}' },
  check(model, report, survey) {
    for (const { span, said, fix } of unknownNames(model, survey, null, 'undefined-function')) {
      report({ message: 'said', at: span, fix, data: { message: said ?? '' } });
    }
  },
});
