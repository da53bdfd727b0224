import { defineRule } from '../rule.ts';

export const ignoreWithoutReason = defineRule({
  code: 'ignore-without-reason',
  severity: 'hint',
  section: 0,
  summary: 'A comment that silences a rule without a reason.',
  messages: {
    silent:
      'This comment silences {codes} without a reason. Write the reason after a colon, so that others can tell when it no longer applies.',
  },
  last: true,
  check(_model, report, survey) {
    for (const { span, codes, reason } of survey.ignores) {
      if (reason === '' && codes.length > 0)
        report({ message: 'silent', at: span, data: { codes: codes.map((code) => code.text).join(', ') } });
    }
  },
});
