import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedEvent = defineRule({
  code: 'undefined-event',
  severity: 'error',
  section: 4,
  summary: 'An event that no row of section 4 declares.',
  messages: {
    detail: '{message} Events are declared in the column Event of a table in section 4.',
    unknown: '{within} has no event “{name}”. {guess} Events are declared in the column Event of a table in section 4.',
    nowhere: 'There is no event “{name}”. {guess} Events are declared in the column Event of a table in section 4.',
  },
  check(model, report, survey) {
    for (const { name, span, within, suggestions, fix, detail } of unknownNames(model, survey, 'event', 'undefined-event')) {
      const guess = didYouMean(suggestions);
      if (detail !== null) report({ message: 'detail', at: span, fix, data: { message: detail } });
      else if (within === null) report({ message: 'nowhere', at: span, fix, data: { name, guess } });
      else report({ message: 'unknown', at: span, fix, data: { name, within, guess } });
    }
  },
});
