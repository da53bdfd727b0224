import { didYouMean, replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';
import { unknownNames } from '../unknown-names.ts';

export const undefinedScreen = defineRule({
  code: 'undefined-screen',
  severity: 'error',
  section: 2,
  summary: 'A screen that section 2 does not list.',
  messages: {
    unknown: 'There is no screen “{name}”. {guess} Screens are the rows of the table Screen in section 2.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions } of unknownNames(model, survey, 'screen', 'undefined-screen')) {
      report({ message: 'unknown', at: span, fix: replaceBy(span, suggestions), data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
