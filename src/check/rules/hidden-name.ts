import { problems } from '../analysis/unknown-names.ts';
import { defineRule } from '../rule.ts';

export const hiddenName = defineRule({
  code: 'hidden-name',
  severity: 'warning',
  section: 0,
  summary: 'A bound name that hides a field of the same name.',
  messages: { detail: '{message}' },
  check(_, report, survey) {
    for (const { message, span, fix } of problems(survey, 'hidden-name')) {
      report({ message: 'detail', at: span, fix, data: { message } });
    }
  },
});
