import { mayBeAllowedOnField, mayDo } from '../analysis/access.ts';
import { boundBy, writesOf } from '../analysis/writes.ts';
import { granted } from '../permission-fixes.ts';
import { removeItem } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const callNeverAllowed = defineRule({
  code: 'call-never-allowed',
  severity: 'warning',
  section: 7,
  summary: 'A call for a role that section 6 refuses.',
  messages: {
    refused:
      'This call is for “{role}”, but section 6 does not allow {role} what the call does: “{entity}: {operation}” is no. Make the two agree.',
  },
  check(model, report, survey) {
    for (const { does, roles, takes } of survey.calls()) {
      if (does === null) continue;
      const { writes } = writesOf(
        model,
        does,
        boundBy(takes).map(({ name }) => name),
      );
      for (const { entity, operation, name, given, isLine, step } of writes) {
        // A row for a field replaces the entity's row.
        const fields = operation !== 'update' ? [] : [...(given?.keys() ?? model.declarations.fields(entity).keys())];
        // A list passed with an update may create, update or delete lines.
        if (isLine === true && step.kind === 'update') continue;
        if (operation === 'add' || operation === 'remove') continue;
        for (const role of roles) {
          if (mayDo(model, role.text, entity, name)) continue;
          if (fields.some((field) => mayBeAllowedOnField(model, role.text, entity, field, 'update'))) continue;
          const fix = [...removeItem(model, role.span, `Remove ${role.text} from this row`), ...granted(model, role.text, entity, name)];
          report({ message: 'refused', at: role, fix, data: { role: role.text, entity, operation: name } });
        }
      }
    }
  },
});
