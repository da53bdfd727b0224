import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedMessage = defineRule({
  code: 'undefined-message',
  severity: 'error',
  section: 8,
  summary: 'A message that no table Message of section 8 lists.',
  messages: {
    detail: '{message} Add a row with its subject and text there, or use an existing one.',
    unknown: 'Section 8 has no message “{name}”. {guess} Add a row to the table Message, or use an existing one.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions, fix, detail } of unknownNames(model, survey, 'message', 'undefined-message'))
      if (detail !== null) report({ message: 'detail', at: span, fix, data: { message: detail } });
      else report({ message: 'unknown', at: span, fix, data: { name, guess: didYouMean(suggestions) } });
  },
});
