import { problems } from '../analysis/unknown-names.ts';
import { defineRule } from '../rule.ts';

export const wrongType = defineRule({
  code: 'wrong-type',
  severity: 'error',
  section: 0,
  summary: 'A value of one type where another is needed.',
  messages: { detail: '{message}' },
  check(_, report, survey) {
    for (const { message, span, fix } of problems(survey, 'type')) {
      report({ message: 'detail', at: span, fix, data: { message } });
    }
  },
});
