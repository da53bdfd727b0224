import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const bodyWithoutContent = defineRule({
  code: 'body-without-content',
  severity: 'warning',
  section: 7,
  summary: 'An answer that has a body although its status allows none.',
  messages: {
    body: 'Status {status} means “no content”, so the body after it is never sent. Answer with 200, or remove the expression.',
  },
  check(model, report, survey) {
    for (const { returns } of survey.calls()) {
      if (returns === null || returns.body === null) continue;
      if (returns.status === 204 || returns.status === 205 || returns.status === 304)
        report({
          message: 'body',
          at: returns.body,
          fix: cellWritten(model, returns.span, 'Returns', String(returns.status)),
          data: { status: returns.status },
        });
    }
  },
});
