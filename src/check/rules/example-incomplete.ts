import { defineRule } from '../rule.ts';

export const exampleIncomplete = defineRule({
  code: 'example-incomplete',
  severity: 'error',
  section: 3,
  summary: 'An example record without a field that it must have.',
  messages: {
    missing:
      '{example} has no “{field}”, which is required and has no default. Examples keep the rules that hold always: fill the cell in.',
  },
  check(model, report) {
    for (const entity of model.entities) {
      for (const { name, values } of entity.examples) {
        for (const { name: field, required, settable, default: byDefault, type } of entity.fields) {
          if (!required || !settable || byDefault !== null || ['list', 'members', 'inverse', 'unknown'].includes(type.kind)) continue;
          if (!values.some((value) => value.field.text === field.text))
            report({ message: 'missing', at: name, data: { example: name.text, field: field.text } });
        }
      }
    }
  },
});
