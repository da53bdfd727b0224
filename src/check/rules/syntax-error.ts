import { problems } from '../analysis/unknown-names.ts';
import { defineRule } from '../rule.ts';

export const syntaxError = defineRule({
  code: 'syntax-error',
  severity: 'error',
  section: 0,
  summary: 'An expression or an action that cannot be read.',
  messages: { detail: '{message}' },
  check(_, report, survey) {
    for (const { message, span, fix } of problems(survey, 'syntax')) {
      report({ message: 'detail', at: span, fix, data: { message } });
    }
  },
});
