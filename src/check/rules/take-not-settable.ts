import { lineList } from '../../model/lines.ts';
import { boundBy, writesOf } from '../analysis/writes.ts';
import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const takeNotSettable = defineRule({
  code: 'take-not-settable',
  severity: 'error',
  section: 7,
  summary: 'A call that takes a field that no caller can set.',
  messages: {
    inverse:
      '“{field}” of {entity} is the other side of {other}: a caller cannot set it, and the call is refused with FORBIDDEN. Add and remove members there.',
    state: '“{field}” of {entity} is a state: only events change it, and the call is refused with FORBIDDEN. Trigger the event in Does.',
    computed:
      '“{field}” of {entity} is computed, so a call that takes it is refused with FORBIDDEN. Take the fields that it is computed from.',
    product: 'The product sets “{field}” of {entity} itself, so a call that takes it is refused with FORBIDDEN. Remove it, or rename it.',
  },
  check(model, report, survey) {
    for (const call of survey.calls()) {
      if (call.does === null) continue;
      const written = writesOf(model, call.does).writes.filter(({ operation }) => operation === 'create' || operation === 'update');
      for (const name of boundBy(call.takes)) {
        for (const { entity } of written) {
          const field = survey.entity(entity)?.byName.get(name.name);
          if (field === undefined || field.settable || lineList(model, entity, field.name.text) !== null) continue;
          const fix = removeItem(model, name.span, `Remove ${name.name}`);
          const data = { field: name.name, entity };
          if (field.type.kind === 'inverse')
            report({ message: 'inverse', at: name, fix, data: { ...data, other: `${field.type.entity.text}.${field.type.by.text}` } });
          else
            report({
              message: field.type.kind === 'state' ? 'state' : field.computed !== null ? 'computed' : 'product',
              at: name,
              fix,
              data,
            });
          break;
        }
      }
    }
  },
});
