import { screenAdded } from '../added-rows.ts';
import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedScreen = defineRule({
  code: 'undefined-screen',
  severity: 'error',
  section: 2,
  summary: 'A screen that section 2 does not list.',
  messages: {
    detail: '{message} Screens are the rows of the table Screen in section 2.',
    unknown: 'There is no screen “{name}”. {guess} Screens are the rows of the table Screen in section 2.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions, fix, detail } of unknownNames(model, survey, 'screen', 'undefined-screen')) {
      if (detail !== null) report({ message: 'detail', at: span, fix: [...fix, ...screenAdded(model, name)], data: { message: detail } });
      else
        report({
          message: 'unknown',
          at: span,
          fix: [...fix, ...screenAdded(model, name)],
          data: { name, guess: didYouMean(suggestions) },
        });
    }
  },
});
