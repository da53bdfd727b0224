import { mayDo } from '../analysis/access.ts';
import { writesOf } from '../analysis/writes.ts';
import { granted } from '../permission-fixes.ts';
import { takenOut } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const callNeverAllowed = defineRule({
  code: 'call-never-allowed',
  severity: 'warning',
  section: 7,
  summary: 'A call for a role that section 6 refuses.',
  messages: {
    refused: 'This call is for “{role}”, but section 6 refuses {role} what it does: “{entity}: {operation}” is no. Write the same in both.',
  },
  check(model, report, survey) {
    for (const { does, roles } of survey.calls()) {
      if (does === null) continue;
      for (const { entity, operation, name, isLine, step } of writesOf(model, does).writes) {
        // A list that is given with an update may do any of them.
        if (isLine === true && step.kind === 'update') continue;
        if (operation === 'add' || operation === 'remove') continue;
        for (const role of roles) {
          if (mayDo(model, role.text, entity, name)) continue;
          const fix = [...takenOut(model, role.span, `Take ${role.text} out of this row`), ...granted(model, role.text, entity, name)];
          report({ message: 'refused', at: role, fix, data: { role: role.text, entity, operation: name } });
        }
      }
    }
  },
});
