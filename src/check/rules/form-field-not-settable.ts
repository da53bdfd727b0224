import type { FieldUse, FormField } from '../../model/ast/screens.ts';
import { lineList } from '../../model/lines.ts';
import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const formFieldNotSettable = defineRule({
  code: 'form-field-not-settable',
  severity: 'error',
  section: 2,
  summary: 'A form that asks for a field that no user can set.',
  messages: {
    state: '“{field}” is the state: events change it, not forms. Show the events with “buttons: …”.',
    computed: '“{field}” is computed from other fields, so a form cannot ask for it. Ask for those fields, or show this one in “details”.',
    product: 'The product sets “{field}” itself, so a form cannot ask for it. Remove it from the form.',
    lines: '“{field}” has no lines: brackets after a field name the columns of each record of a “list of ENTITY by FIELD”.',
    inverse: '“{field}” is the other side of a relation: it lists the {entity} records that refer to this one. Change it there.',
  },
  check(model, report, survey) {
    for (const { screen, part } of survey.parts()) {
      const uses: readonly (FieldUse | FormField)[] = part.kind === 'form' ? part.fields : 'edit' in part ? part.edit : [];
      const name =
        part.kind === 'form'
          ? (part.entity?.text ?? (part.target === null ? screen.about?.text : undefined))
          : 'entity' in part
            ? part.entity?.text
            : undefined;
      if (name === undefined) continue;
      for (const use of uses) {
        const field = survey.entity(name)?.byName.get(use.name.text);
        if (field === undefined) continue;
        const lines = 'lines' in use ? use.lines : null;
        const list = lines === null ? null : lineList(model, name, field.name.text);
        const data = { field: field.name.text };
        if (list !== null) {
          for (const column of lines?.fields ?? []) {
            const field = survey.entity(list.entity)?.byName.get(column.name.text);
            // A line also shows the fields computed from it.
            if (field === undefined || field.settable || field.computed !== null) continue;
            report({
              message: field.type.kind === 'state' ? 'state' : 'product',
              at: column.name,
              fix: removeItem(model, column.name.span, `Remove ${field.name.text}`),
              data: { field: field.name.text },
            });
          }
          continue;
        }
        if (lines !== null && field.settable) report({ message: 'lines', at: use.name, data });
        if (field.settable) continue;
        const fix = lines === null ? removeItem(model, use.name.span, `Remove ${field.name.text}`) : [];
        if (field.type.kind === 'inverse')
          report({ message: 'inverse', at: use.name, fix, data: { ...data, entity: field.type.entity.text } });
        else
          report({
            message: field.type.kind === 'state' ? 'state' : field.computed !== null ? 'computed' : 'product',
            at: use.name,
            fix,
            data,
          });
      }
    }
  },
});
