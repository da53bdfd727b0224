import { misread } from '../analysis/misread.ts';
import { defineRule } from '../rule.ts';

export const unknownValue = defineRule({
  code: 'unknown-value',
  severity: 'error',
  section: 0,
  summary: 'A cell with a value that its column does not allow.',
  messages: { detail: '{message}' },
  check(model, report) {
    for (const { at, section, message, fix } of misread(model, 'unknown-value'))
      report({ message: 'detail', at, section, fix, data: { message } });
  },
});
