import { didYouMean, replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';
import { unknownNames } from '../unknown-names.ts';

export const undefinedName = defineRule({
  code: 'undefined-name',
  severity: 'error',
  section: 0,
  summary: 'A name in an expression that stands for nothing there.',
  messages: {
    unknown:
      'Nothing is called “{name}” here. {guess} A name in an expression is a field of the record, a name bound in the same row, a constant or an entity; a text stands in quotes.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions } of unknownNames(model, survey, null, 'undefined-name')) {
      report({ message: 'unknown', at: span, fix: replaceBy(span, suggestions), data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
