import { misread } from '../analysis/misread.ts';
import { defineRule } from '../rule.ts';

export const misplaced = defineRule({
  code: 'misplaced',
  severity: 'hint',
  section: 0,
  summary: 'A table or a section that does not stand where the notation puts it.',
  messages: { said: '{message}' },
  check(model, report) {
    for (const { at, section, message, fix } of misread(model, 'misplaced'))
      report({ message: 'said', at, section, fix, data: { message } });
  },
});
