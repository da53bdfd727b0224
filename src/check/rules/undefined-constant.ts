import { constantAdded } from '../added-rows.ts';
import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedConstant = defineRule({
  code: 'undefined-constant',
  severity: 'error',
  section: 9,
  summary: 'A constant that section 9 does not list.',
  messages: {
    unknown: 'There is no constant “{name}”. {guess} Constants are the rows of the table in section 9.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions, fix } of unknownNames(model, survey, 'constant', null)) {
      report({
        message: 'unknown',
        at: span,
        fix: [...fix, ...constantAdded(model, name)],
        data: { name, guess: didYouMean(suggestions) },
      });
    }
  },
});
