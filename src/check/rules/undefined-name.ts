import { defineRule } from '../rule.ts';
import { unknownNames } from '../unknown-names.ts';

export const undefinedName = defineRule({
  code: 'undefined-name',
  severity: 'error',
  section: 0,
  summary: 'A name in an expression that stands for nothing there.',
  messages: { said: '{message}' },
  check(model, report, survey) {
    for (const { span, said, fix } of unknownNames(model, survey, null, 'undefined-name')) {
      report({ message: 'said', at: span, fix, data: { message: said ?? '' } });
    }
  },
});
