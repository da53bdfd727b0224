import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const repeatedValue = defineRule({
  code: 'repeated-value',
  severity: 'warning',
  section: 3,
  summary: 'An enum with the same value twice.',
  messages: {
    twice: '“{value}” appears twice among the values of “{field}”. Remove one of them.',
  },
  check(model, report) {
    for (const { fields } of model.entities) {
      for (const { name, type } of fields) {
        if (type.kind !== 'enum') continue;
        const seen = new Set<string>();
        for (const value of type.values) {
          if (seen.has(value.text))
            report({
              message: 'twice',
              at: value,
              fix: removeItem(model, value.span, `Remove the second ${value.text}`),
              data: { value: value.text, field: name.text },
            });
          seen.add(value.text);
        }
      }
    }
  },
});
