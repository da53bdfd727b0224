import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const errorWithoutGuard = defineRule({
  code: 'error-without-guard',
  severity: 'warning',
  section: 4,
  summary: 'A row that names an error but has no guard that could raise it.',
  messages: {
    never:
      '{error} is never raised here: the column Error names the error for a guard that is false, and this row has no guard. Write the guard, or remove the error.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      for (const { guard, guardHole, error, refuses } of machine.transitions) {
        if (error !== null && guard === null && !guardHole && !refuses)
          report({ message: 'never', at: error, fix: cellWritten(model, error.span, 'Error', ''), data: { error: error.text } });
      }
    }
  },
});
