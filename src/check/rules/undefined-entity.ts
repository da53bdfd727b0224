import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedEntity = defineRule({
  code: 'undefined-entity',
  severity: 'error',
  section: 3,
  summary: 'A name of an entity that section 3 does not declare.',
  messages: {
    detail: '{message} An entity is a heading in section 3 with its name and a table of its fields.',
    unknown: 'There is no entity “{name}”. {guess} An entity is a heading in section 3 with its name and a table of its fields.',
  },
  check(model, report, survey) {
    for (const { name, span, suggestions, fix, detail } of unknownNames(model, survey, 'entity', 'undefined-entity')) {
      if (detail !== null) report({ message: 'detail', at: span, fix, data: { message: detail } });
      else report({ message: 'unknown', at: span, fix, data: { name, guess: didYouMean(suggestions) } });
    }
  },
});
