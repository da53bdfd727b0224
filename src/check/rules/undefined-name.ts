import { unknownNames } from '../analysis/unknown-names.ts';
import { defineRule } from '../rule.ts';

export const undefinedName = defineRule({
  code: 'undefined-name',
  severity: 'error',
  section: 0,
  summary: 'An unknown name in an expression.',
  messages: {
    detail: '{message}',
    undeclared: '{message} Correct the name, or declare it.',
    constant: '{message} Constants are the rows of the table in section 9: add one, or use an existing one.',
  },
  check(model, report, survey) {
    for (const { span, detail, fix } of unknownNames(model, survey, null, 'undefined-name')) {
      const message = detail ?? '';
      report({
        message: message.startsWith('The constant') ? 'constant' : message.includes('is not declared: ') ? 'undeclared' : 'detail',
        at: span,
        fix,
        data: { message },
      });
    }
  },
});
