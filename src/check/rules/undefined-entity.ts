import { didYouMean, replaceBy } from '../fixes.ts';
import { defineRule } from '../rule.ts';
import { unknownNames } from '../unknown-names.ts';

export const undefinedEntity = defineRule({
  code: 'undefined-entity',
  severity: 'error',
  section: 3,
  summary: 'A name of an entity that section 3 does not declare.',
  messages: {
    unknown:
      'There is no entity “{name}”. {guess} An entity is a heading in section 3 with its name and a table of its fields.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions } of unknownNames(model, survey, 'entity', 'undefined-entity')) {
      report({ message: 'unknown', at: span, fix: replaceBy(span, suggestions), data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
