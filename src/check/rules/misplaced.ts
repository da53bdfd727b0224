import { misread } from '../analysis/misread.ts';
import { defineRule } from '../rule.ts';

export const misplaced = defineRule({
  code: 'misplaced',
  severity: 'hint',
  section: 0,
  summary: 'A table or a section in the wrong place.',
  messages: { detail: '{message}' },
  check(model, report) {
    for (const { at, section, message, fix } of misread(model, 'misplaced'))
      report({ message: 'detail', at, section, fix, data: { message } });
  },
});
