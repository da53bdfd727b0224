import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedState = defineRule({
  code: 'undefined-state',
  severity: 'error',
  section: 4,
  summary: 'A state that no transition of its field mentions.',
  messages: {
    detail: '{message} The states are those in the columns From and To of its table in section 4.',
    unknown: '{within} has no state “{name}”. {guess} The states are those in the columns From and To of its table in section 4.',
    nowhere: 'There is no state “{name}”. {guess} The states are those in the columns From and To of a table in section 4.',
  },
  check(model, report, survey) {
    for (const { name, span, within, suggestions, fix, detail } of unknownNames(model, survey, 'state', 'undefined-state')) {
      const guess = didYouMean(suggestions);
      if (detail !== null) report({ message: 'detail', at: span, fix, data: { message: detail } });
      else if (within === null) report({ message: 'nowhere', at: span, fix, data: { name, guess } });
      else report({ message: 'unknown', at: span, fix, data: { name, within, guess } });
    }
  },
});
