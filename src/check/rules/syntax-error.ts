import { replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';
import { problems } from '../unknown-names.ts';

export const syntaxError = defineRule({
  code: 'syntax-error',
  severity: 'error',
  section: 0,
  summary: 'An expression or an action that cannot be read.',
  messages: { said: '{message}' },
  check(model, report, survey) {
    for (const { problem, span } of problems(model, survey, 'syntax')) {
      report({ message: 'said', at: span, fix: replaceBy(span, problem.suggestions), data: { message: problem.message } });
    }
  },
});
