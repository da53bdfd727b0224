import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const computedAndGiven = defineRule({
  code: 'computed-and-given',
  severity: 'warning',
  section: 3,
  summary: 'A computed field that is also required or has a default.',
  messages: {
    both: '“{field}” is computed, so nothing sets it, and it has a value whenever its expression has one. {what} has no effect here: remove it, or do not compute the field.',
  },
  check(model, report) {
    for (const { fields } of model.entities) {
      for (const { name, computed, required, default: byDefault } of fields) {
        if (computed === null || (!required && byDefault === null)) continue;
        const what = required ? 'Required' : 'Default';
        report({ message: 'both', at: name, fix: cellWritten(model, name.span, what, ''), data: { field: name.text, what } });
      }
    }
  },
});
