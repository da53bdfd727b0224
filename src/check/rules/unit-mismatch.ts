import { problems } from '../analysis/unknown-names.ts';
import { defineRule } from '../rule.ts';

export const unitMismatch = defineRule({
  code: 'unit-mismatch',
  severity: 'error',
  section: 9,
  summary: 'Two quantities that cannot be compared or added.',
  messages: { detail: '{message}' },
  check(_, report, survey) {
    for (const { message, span, fix } of problems(survey, 'unit')) {
      report({ message: 'detail', at: span, fix, data: { message } });
    }
  },
});
