import { mayBeAllowed, mayBeAllowedOnField } from '../analysis/access.ts';
import { readersOf } from '../analysis/readers.ts';
import { enumerate } from '../fixes.ts';
import { removeField } from '../part-fixes.ts';
import { granted } from '../permission-fixes.ts';
import { defineRule } from '../rule.ts';

export const formNobodyMaySend = defineRule({
  code: 'form-nobody-may-send',
  severity: 'warning',
  section: 2,
  summary: 'A form, or a field in a form, that section 6 refuses to everyone who sees it.',
  messages: {
    form: 'The people who see this form ({roles}) may not {purpose} a {entity}: section 6 refuses it. Remove the form, or grant “{entity}: {operation}”.',
    field:
      'The people who see this form ({roles}) may not set “{field}” of a {entity}: section 6 refuses it. Remove the field from the form, or grant “{entity}.{field}: {operation}”.',
  },
  check(model, report, survey) {
    if (model.permissions === null) return;
    for (const placed of survey.parts()) {
      const { screen, part } = placed;
      if (part.kind !== 'form') continue;
      const entity = part.entity?.text ?? (part.target === null ? screen.about?.text : undefined);
      const readers = readersOf(placed);
      const declared = entity === undefined ? undefined : survey.entity(entity);
      if (entity === undefined || declared === undefined || readers.length === 0) continue;
      const operation = part.purpose === 'create' ? 'create' : 'update';
      const purpose = part.purpose === 'create' ? 'create' : 'change';
      const roles = enumerate(readers.map(({ text }) => text));
      const refused = part.fields.filter(({ name }) => {
        const field = declared.byName.get(name.text);
        // Another rule reports fields that no role can set.
        return field?.settable === true && !readers.some(({ text }) => mayBeAllowedOnField(model, text, entity, name.text, operation));
      });
      const whole = !readers.some(({ text }) => mayBeAllowed(model, text, entity, operation));
      if (whole && (operation === 'create' || refused.length === part.fields.length)) {
        const at = part.entity !== null && part.purpose === 'create' ? part.entity : (refused[0]?.name ?? part);
        const fix = readers.flatMap(({ text }) => granted(model, text, entity, operation));
        report({ message: 'form', at, fix, data: { roles, entity, operation, purpose } });
        continue;
      }
      for (const use of refused) {
        const fix = part.fields.length > 1 ? removeField(model, use) : [];
        report({ message: 'field', at: use.name, fix, data: { roles, entity, operation, field: use.name.text } });
      }
    }
  },
});
