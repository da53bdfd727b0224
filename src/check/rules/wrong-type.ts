import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';
import { problems } from '../unknown-names.ts';

export const wrongType = defineRule({
  code: 'wrong-type',
  severity: 'error',
  section: 0,
  summary: 'A value of one type where another is needed.',
  messages: { said: '{message}' },
  check(model, report, survey) {
    for (const { problem, span } of problems(model, survey, 'type')) {
      report({ message: 'said', at: span, fix: replaceBy(span, problem.suggestions), data: { message: problem.message } });
    }
  },
});
