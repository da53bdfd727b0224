import { problems } from '../analysis/unknown-names.ts';
import { defineRule } from '../rule.ts';

export const selfComparison = defineRule({
  code: 'self-comparison',
  severity: 'warning',
  section: 0,
  summary: 'A condition that compares something with itself.',
  messages: { detail: '{message}' },
  check(_, report, survey) {
    for (const { message, span, fix } of problems(survey, 'self-comparison')) {
      report({ message: 'detail', at: span, fix, data: { message } });
    }
  },
});
