import { misread } from '../analysis/misread.ts';
import { defineRule } from '../rule.ts';

export const unescapedPipe = defineRule({
  code: 'unescaped-pipe',
  severity: 'error',
  section: 0,
  summary: 'A row with more cells than its table has columns.',
  messages: { detail: '{message}' },
  check(model, report) {
    for (const { at, section, message, fix } of misread(model, 'unescaped-pipe'))
      report({ message: 'detail', at, section, fix, data: { message } });
  },
});
