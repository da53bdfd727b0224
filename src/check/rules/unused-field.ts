import { defineRule } from '../rule.ts';

export const unusedField = defineRule({
  code: 'unused-field',
  severity: 'hint',
  section: 3,
  summary: 'A field that nothing shows or reads.',
  messages: {
    unused: 'Nothing shows or reads {entity}.{name}: no screen, view, rule or condition. Show it, use it, or take it out.',
  },
  check(model, report, survey) {
    // Where screens or calls are not described yet, the product shows and serves every field.
    if (model.screens.length === 0 || model.screens.some((screen) => screen.assumed)) return;
    if (model.calls.length === 0 && model.sections[6]?.state === 'not shown') return;
    const used = new Set([...survey.readFields(), ...survey.shownFields()]);
    for (const entity of model.entities) {
      for (const { name, type, builtIn } of entity.fields) {
        if (builtIn || type.kind === 'password' || entity.label === name.text || used.has(`${entity.name.text}.${name.text}`)) continue;
        report({ message: 'unused', at: name, data: { entity: entity.name.text, name: name.text } });
      }
    }
  },
});
