import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const errorWithoutGuard = defineRule({
  code: 'error-without-guard',
  severity: 'warning',
  section: 4,
  summary: 'A row that names an error and has no guard that could raise it.',
  messages: {
    never:
      '{error} is never raised here: the column Error says what is answered when the guard does not hold, and this row has no guard. Write the guard, or take the error out.',
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
