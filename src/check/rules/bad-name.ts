import { misread } from '../analysis/misread.ts';
import { defineRule } from '../rule.ts';

export const badName = defineRule({
  code: 'bad-name',
  severity: 'error',
  section: 0,
  summary: 'A name that does not follow the naming rules for its kind.',
  messages: { detail: '{message}' },
  check(model, report) {
    for (const { at, section, message, fix } of misread(model, 'bad-name'))
      report({ message: 'detail', at, section, fix, data: { message } });
  },
});
