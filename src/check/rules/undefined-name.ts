import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';
import { unknownNames } from '../unknown-names.ts';

export const undefinedName = defineRule({
  code: 'undefined-name',
  severity: 'error',
  section: 0,
  summary: 'A name in an expression that stands for nothing there.',
  messages: { said: '{message}' },
  check(model, report, survey) {
    for (const { span, said, suggestions } of unknownNames(model, survey, null, 'undefined-name')) {
      report({ message: 'said', at: span, fix: replaceBy(span, suggestions), data: { message: said ?? '' } });
    }
  },
});
