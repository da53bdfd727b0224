import { traitsOf } from '../../model/types/traits.ts';
import { definesCalls } from '../analysis/assumed.ts';
import { columnAdded } from '../part-fixes.ts';
import { rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const unusedField = defineRule({
  code: 'unused-field',
  severity: 'hint',
  section: 3,
  summary: 'A field that nothing shows or reads.',
  messages: {
    unused: 'Nothing shows or reads {entity}.{name}: no screen, view, rule or condition. Show it, use it, or remove it.',
  },
  check(model, report, survey) {
    // While screens or calls are undefined, the product shows and serves every field.
    if (survey.screens().length === 0 || !definesCalls(model)) return;
    const shownWhole = new Set(
      model.screens.flatMap(({ assumed, about, parts }) =>
        assumed ? [about?.text, ...parts.map((part) => ('entity' in part ? part.entity?.text : undefined))] : [],
      ),
    );
    const used = new Set([...survey.readFields(), ...survey.shownFields()]);
    for (const entity of model.entities) {
      if (shownWhole.has(entity.name.text)) continue;
      for (const { name, type, builtIn } of entity.fields) {
        if (builtIn || traitsOf(type).secret || entity.label === name.text || used.has(`${entity.name.text}.${name.text}`)) continue;
        const isFilled = entity.examples.some(({ values }) => values.some(({ field }) => field.text === name.text));
        const fix = isFilled || survey.readFields().size === 0 ? [] : rowDeleted(model, 'Field', name.span, `Delete ${name.text}`);
        const show = columnAdded(survey, entity.name.text, name.text);
        report({ message: 'unused', at: name, fix: [...fix, ...show], data: { entity: entity.name.text, name: name.text } });
      }
    }
  },
});
