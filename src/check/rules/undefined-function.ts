import { didYouMean, replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';
import { unknownNames } from '../unknown-names.ts';

export const undefinedFunction = defineRule({
  code: 'undefined-function',
  severity: 'error',
  section: 0,
  summary: 'A function that expressions do not know.',
  messages: {
    unknown:
      'There is no function “{name}”. {guess} The functions are those of CEL and the ones in the notation, such as size, sum, days and trim.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions } of unknownNames(model, survey, null, 'undefined-function')) {
      report({ message: 'unknown', at: span, fix: replaceBy(span, suggestions), data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
