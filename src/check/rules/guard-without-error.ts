import { errorOf } from '../../model/lookup.ts';
import { toConstantName, toSentenceCase } from '../../model/reading/cell-forms.ts';
import { errorAdded } from '../added-rows.ts';
import { nearRows, sameTry } from '../analysis/transitions.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const guardWithoutError = defineRule({
  code: 'guard-without-error',
  severity: 'hint',
  section: 4,
  summary: 'A guard without an error.',
  messages: {
    conflict:
      'When this guard is false, “{event}” is refused with CONFLICT, which does not say why. Name an error of section 8 under Error.',
  },
  check(model, report) {
    for (const machine of model.machines) {
      const near = nearRows(machine);
      for (const transition of machine.transitions) {
        const { trigger, guard, error } = transition;
        if (trigger.kind !== 'event' || guard === null || error !== null) continue;
        // If another row is tried after this one, a false guard is a choice rather than a refusal.
        if (near(transition).some((later) => later.order > transition.order && sameTry(transition, later))) continue;
        const name = `${toConstantName(trigger.name.text)}_REFUSED`;
        const cell = cellWritten(model, transition.span, 'Error', name);
        const row =
          errorOf(model, name) === undefined ? errorAdded(model, name, `“${toSentenceCase(trigger.name.text)}” is not possible now.`) : [];
        const edits = [...cell, ...row].flatMap((fix) => fix.edits);
        report({
          message: 'conflict',
          at: guard.span,
          fix: { title: `Name an error: ${name}`, edits },
          data: { event: trigger.name.text },
        });
      }
    }
  },
});
