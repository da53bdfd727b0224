import { traitsOf } from '../../model/types/traits.ts';
import { callsSaid } from '../analysis/assumed.ts';
import { fieldsSet } from '../analysis/sets.ts';
import { defineRule } from '../rule.ts';

export const fieldNeverSet = defineRule({
  code: 'field-never-set',
  severity: 'warning',
  section: 3,
  summary: 'A field that conditions read and nothing ever sets.',
  messages: {
    never:
      '“{field}” of {entity} is read, but no form, call or effect ever sets it and it has no default: it is always empty. Ask for it in a form, set it in an effect, or give it a default.',
  },
  check(model, report, survey) {
    // Where screens or calls are not described yet, the product asks for every field.
    if (survey.screens().length === 0 || !callsSaid(model) || model.screens.some(({ assumed }) => assumed)) return;
    const set = fieldsSet(model, survey);
    if (set === null) return;
    for (const entity of model.entities) {
      for (const { name, settable, required, default: byDefault, computed, builtIn, type } of entity.fields) {
        const key = `${entity.name.text}.${name.text}`;
        // A required field that is not given is another rule's business.
        if (
          !settable ||
          required ||
          byDefault !== null ||
          computed !== null ||
          builtIn ||
          type.kind === 'unknown' ||
          traitsOf(type).filledIn !== 'never'
        )
          continue;
        if (survey.readFields().has(key) && !set.has(key))
          report({ message: 'never', at: name, data: { field: name.text, entity: entity.name.text } });
      }
    }
  },
});
