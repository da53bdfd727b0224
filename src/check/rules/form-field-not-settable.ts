import type { FieldUse, FormField } from '../../model/ast/screens.ts';
import { lineList } from '../../model/lines.ts';
import { takenOut } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const formFieldNotSettable = defineRule({
  code: 'form-field-not-settable',
  severity: 'error',
  section: 2,
  summary: 'A form that asks for a field that no role can give.',
  messages: {
    state: '“{field}” is the state: it changes by events, not in a form. Show the events with “buttons: …”.',
    computed: '“{field}” is computed from other fields, so a form cannot ask for it. Ask for those, or show it in “details”.',
    product: '“{field}” is given by the product itself, so a form cannot ask for it. Take it out of the form.',
    lines: '“{field}” has no lines: brackets after a field name the columns of each record of a “list of ENTITY by FIELD”.',
    inverse: '“{field}” is the other side of a relation: it lists the records of {entity} that point here. Change it there.',
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
            const asked = survey.entity(list.entity)?.byName.get(column.name.text);
            // A line also shows the fields computed from it.
            if (asked === undefined || asked.settable || asked.computed !== null) continue;
            report({
              message: asked.type.kind === 'state' ? 'state' : 'product',
              at: column.name,
              fix: takenOut(model, column.name.span, `Take ${asked.name.text} out`),
              data: { field: asked.name.text },
            });
          }
          continue;
        }
        if (lines !== null && field.settable) report({ message: 'lines', at: use.name, data });
        if (field.settable) continue;
        const fix = lines === null ? takenOut(model, use.name.span, `Take ${field.name.text} out`) : [];
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
