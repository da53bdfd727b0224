import { defineRule } from '../rule.ts';

export const ignoreWithoutReason = defineRule({
  code: 'ignore-without-reason',
  severity: 'hint',
  section: 0,
  summary: 'A comment that silences a rule and does not say why.',
  messages: {
    silent:
      'This comment silences {codes} and does not say why. Write the reason after a colon, so that others can tell when it no longer holds.',
  },
  last: true,
  check(_model, report, survey) {
    for (const { span, codes, reason } of survey.ignores) {
      if (reason === '' && codes.length > 0)
        report({ message: 'silent', at: span, data: { codes: codes.map((code) => code.text).join(', ') } });
    }
  },
});
