import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const twoStarts = defineRule({
  code: 'two-starts',
  severity: 'error',
  section: 4,
  summary: 'A table of transitions with more than one start.',
  messages: {
    second:
      '{entity}.{field} has a second start. A new record can begin in one state only, and the first row names it. Remove one of the two rows, or give this one a From.',
  },
  check(model, report) {
    for (const { entity, field, starts } of model.machines) {
      for (const second of starts.slice(1))
        report({ message: 'second', at: second, fix: rowDeleted(model, 'From', second.span), data: { entity, field } });
    }
  },
});
