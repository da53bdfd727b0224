import { isSecret } from '../../model/types/traits.ts';
import { fieldsRead } from '../analysis/nodes.ts';
import { removeItem, rowDeleted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const passwordShown = defineRule({
  code: 'password-shown',
  severity: 'warning',
  section: 0,
  summary: 'A password where users could read it.',
  messages: {
    shown: '“{field}” is a password. The product stores only a hash, so there is nothing to show here. Remove it; a form may ask for it.',
  },
  check(model, report, survey) {
    const isPassword = (entity: string | undefined, field: string): boolean =>
      entity !== undefined && isSecret(survey.entity(entity)?.byName.get(field));
    for (const { screen, part } of survey.parts()) {
      if (part.kind === 'form' || !('fields' in part)) continue;
      const entity = 'entity' in part ? part.entity.text : screen.about?.text;
      for (const { name, value } of part.fields) {
        const read = value === null ? [`${entity}.${name.text}`] : fieldsRead(value);
        const password = read.map((path) => path.split('.', 2)).find(([of = '', field = '']) => isPassword(of, field))?.[1];
        if (password !== undefined)
          report({ message: 'shown', at: name, fix: removeItem(model, name.span, `Remove ${password}`), data: { field: password } });
      }
    }
    for (const { entity, entries } of model.views) {
      for (const { key, value } of entries) {
        if (value === null && isPassword(entity.text, key.text))
          report({ message: 'shown', at: key, fix: rowDeleted(model, 'Key', key.span), data: { field: key.text } });
      }
    }
  },
});
