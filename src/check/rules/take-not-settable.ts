import { lineList } from '../../model/lines.ts';
import { boundBy, writesOf } from '../analysis/writes.ts';
import { takenOut } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const takeNotSettable = defineRule({
  code: 'take-not-settable',
  severity: 'error',
  section: 7,
  summary: 'A call that takes a field that no caller can give.',
  messages: {
    inverse:
      '“{field}” of {entity} is the other side of {other}: a caller cannot give it, and the call is refused with FORBIDDEN. Add and remove members there.',
    state: '“{field}” of {entity} is a state: only events change it, and the call is refused with FORBIDDEN. Trigger the event in Does.',
    computed: '“{field}” of {entity} is computed, so a call that takes it is refused with FORBIDDEN. Take what it is computed from.',
    product:
      '“{field}” of {entity} is given by the product itself, so a call that takes it is refused with FORBIDDEN. Take it out, or name it otherwise.',
  },
  check(model, report, survey) {
    for (const call of survey.calls()) {
      if (call.does === null) continue;
      const written = writesOf(model, call.does).writes.filter(({ operation }) => operation === 'create' || operation === 'update');
      for (const name of boundBy(call.takes)) {
        for (const { entity } of written) {
          const field = survey.entity(entity)?.byName.get(name.name);
          if (field === undefined || field.settable || lineList(model, entity, field.name.text) !== null) continue;
          const fix = takenOut(model, name.span, `Take ${name.name} out`);
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
