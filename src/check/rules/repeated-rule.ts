import { print } from '../../expression/parse/print.ts';
import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const repeatedRule = defineRule({
  code: 'repeated-rule',
  severity: 'warning',
  section: 5,
  summary: 'Two rules with the same condition.',
  messages: {
    same: 'This rule has the same condition as “{name}” above. Keep one of the two.',
    unique: '{entity}.{field} is already Unique in section 3. This rule repeats it; keep one of the two.',
  },
  check(model, report, survey) {
    const seen = new Map<string, string>();
    for (const rule of model.rules) {
      const { name, entity, must, on } = rule;
      const operations = on
        .map((one) => one.name.text)
        .sort()
        .join(',');
      if (must.kind === 'unique') {
        const [field, ...more] = must.fields;
        const declared = field === undefined ? undefined : survey.entity(entity.text)?.byName.get(field.text);
        // A row in section 5 can name an error that the column cannot.
        if (declared?.unique && more.length === 0 && must.where === null && rule.error === null)
          report({
            message: 'unique',
            at: must,
            fix: rowDeleted(model, 'Rule', must.span, 'Delete this rule'),
            data: { entity: entity.text, field: declared.name.text },
          });
      }
      const text =
        must.kind === 'holds'
          ? must.expression.node === null
            ? null
            : print(must.expression.node)
          : must.kind === 'unique' && must.where === null
            ? `unique ${must.fields.map((one) => one.text).join(', ')}`
            : null;
      if (text === null) continue;
      const key = `${entity.text}\n${operations}\n${text}`;
      const first = seen.get(key);
      if (first !== undefined)
        report({
          message: 'same',
          at: must.kind === 'holds' ? must.expression : must,
          fix: rowDeleted(model, 'Rule', rule.span, 'Delete this rule'),
          data: { name: first },
        });
      else seen.set(key, name.text);
    }
  },
});
