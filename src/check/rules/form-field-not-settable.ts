import { defineRule } from '../rule.ts';

export const formFieldNotSettable = defineRule({
  code: 'form-field-not-settable',
  severity: 'error',
  section: 2,
  summary: 'A form that asks for a field that nobody can give.',
  messages: {
    state: '“{field}” is the state: it changes by events, not in a form. Show the events with “buttons: …”.',
    computed: '“{field}” is computed from other fields, so a form cannot ask for it. Ask for those, or show it in “details”.',
    product: '“{field}” is given by the product itself, so a form cannot ask for it. Take it out of the form.',
    inverse: '“{field}” is the other side of a relation: it lists the records of {entity} that point here. Change it there.',
  },
  check(_model, report, survey) {
    for (const { screen, part } of survey.parts()) {
      const uses = part.kind === 'form' ? part.fields : 'edit' in part ? part.edit : [];
      const name =
        part.kind === 'form'
          ? (part.entity?.text ?? (part.target === null ? screen.about?.text : undefined))
          : 'entity' in part
            ? part.entity?.text
            : undefined;
      if (name === undefined) continue;
      for (const use of uses) {
        const field = survey.entity(name)?.byName.get(use.name.text);
        if (field === undefined || field.settable) continue;
        const data = { field: field.name.text };
        if (field.type.kind === 'inverse') report({ message: 'inverse', at: use.name, data: { ...data, entity: field.type.entity.text } });
        else
          report({ message: field.type.kind === 'state' ? 'state' : field.computed !== null ? 'computed' : 'product', at: use.name, data });
      }
    }
  },
});
