import { errorAdded } from '../added-rows.ts';
import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedError = defineRule({
  code: 'undefined-error',
  severity: 'error',
  section: 8,
  summary: 'An error that the catalogue in section 8 does not list.',
  messages: {
    detail: '{message} Add a row with its status and message there, or use an existing one.',
    unknown: 'The catalogue in section 8 has no error “{name}”. {guess} Add a row with its status and message, or use an existing one.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions, fix, detail } of unknownNames(model, survey, 'error', 'undefined-error')) {
      if (detail !== null) report({ message: 'detail', at: span, fix: [...fix, ...errorAdded(model, name)], data: { message: detail } });
      else
        report({ message: 'unknown', at: span, fix: [...fix, ...errorAdded(model, name)], data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
