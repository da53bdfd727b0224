import { misread } from '../analysis/misread.ts';
import { defineRule } from '../rule.ts';

export const badName = defineRule({
  code: 'bad-name',
  severity: 'error',
  section: 0,
  summary: 'A name that is not of the form that its kind asks for.',
  messages: { said: '{message}' },
  check(model, report) {
    for (const { at, section, message, fix } of misread(model, 'bad-name'))
      report({ message: 'said', at, section, fix, data: { message } });
  },
});
