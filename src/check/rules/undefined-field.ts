import { fieldAdded } from '../added-rows.ts';
import { renamedFields } from '../analysis/renamed.ts';
import { unknownNames } from '../analysis/unknown-names.ts';
import { didYouMean } from '../fixes.ts';
import { defineRule } from '../rule.ts';

export const undefinedField = defineRule({
  code: 'undefined-field',
  severity: 'error',
  section: 3,
  summary: 'A field that its entity does not have.',
  messages: {
    detail: '{message} Fields are the rows of the tables in section 3.',
    unknown:
      '{within} has no field “{name}”. {guess} Fields are the rows of the table under “### {within}” in section 3; every record also has id, createdAt, updatedAt and createdBy.',
    renamed:
      '{within} has no field “{name}”, which {count} places use, and nothing uses its field “{field}”. Did you rename it? Then rename the uses as well.',
    nowhere: 'There is no field “{name}” here. {guess} Fields are the rows of the tables in section 3.',
  },
  check(model, report, survey) {
    const renamed = renamedFields(model, survey);
    for (const { name, span, within, suggestions, fix, detail } of unknownNames(model, survey, 'field', 'undefined-field')) {
      const guess = didYouMean(suggestions);
      const now = renamed.get(span.from);
      if (now !== undefined) {
        const data = { name, within: now.field.entity, count: now.places.length, field: now.field.name.text };
        report({ message: 'renamed', at: span, fix: now.fix, data });
        continue;
      }
      if (detail !== null) report({ message: 'detail', at: span, fix, data: { message: detail } });
      else if (within === null) report({ message: 'nowhere', at: span, fix, data: { name, guess } });
      else report({ message: 'unknown', at: span, fix: [...fix, ...fieldAdded(model, within, name)], data: { name, within, guess } });
    }
  },
});
