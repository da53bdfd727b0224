import { roleAdded } from '../added-rows.ts';
import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedRole = defineRule({
  code: 'undefined-role',
  severity: 'error',
  section: 6,
  summary: 'A role that section 6 does not declare.',
  messages: {
    unknown: 'There is no role “{name}”. {guess} Roles are the rows of the table Role in section 6.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions, fix } of unknownNames(model, survey, 'role', null)) {
      report({ message: 'unknown', at: span, fix: [...fix, ...roleAdded(model, name)], data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
