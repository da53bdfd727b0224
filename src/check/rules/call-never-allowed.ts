import { mayDo } from '../analysis/access.ts';
import { writesOf } from '../analysis/writes.ts';
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
          report({ message: 'refused', at: role, data: { role: role.text, entity, operation: name } });
        }
      }
    }
  },
});
