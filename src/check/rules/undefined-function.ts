import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';
import { unknownNames } from '../unknown-names.ts';

export const undefinedFunction = defineRule({
  code: 'undefined-function',
  severity: 'error',
  section: 0,
  summary: 'A function that expressions do not know.',
  messages: { said: '{message}' },
  check(model, report, survey) {
    for (const { span, said, suggestions } of unknownNames(model, survey, null, 'undefined-function')) {
      report({ message: 'said', at: span, fix: replaceBy(span, suggestions), data: { message: said ?? '' } });
    }
  },
});
