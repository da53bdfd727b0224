import { misread } from '../analysis/misread.ts';
import { defineRule } from '../rule.ts';

export const nearMiss = defineRule({
  code: 'near-miss',
  severity: 'warning',
  section: 0,
  summary: 'A word that is almost a keyword of the notation.',
  messages: { detail: '{message}' },
  check(model, report) {
    for (const { at, section, message, fix } of misread(model, 'near-miss'))
      report({ message: 'detail', at, section, fix, data: { message } });
  },
});
