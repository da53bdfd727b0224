import { anyRoleMay } from '../analysis/access.ts';
import { missingRow } from '../permission-fixes.ts';
import { defineRule } from '../rule.ts';

export const entityWithoutPermission = defineRule({
  code: 'entity-without-permission',
  severity: 'warning',
  section: 6,
  summary: 'An entity that no role may read.',
  messages: {
    unread:
      'No role may read {name}: section 6 has no row that grants it, and everything not granted is refused. Add the row “{name}: read”.',
  },
  check(model, report) {
    if (model.permissions === null || model.permissions.length === 0) return;
    for (const { name } of model.entities) {
      if (!anyRoleMay(model, name.text, 'read'))
        report({
          message: 'unread',
          at: name,
          fix: missingRow(model, name.text, 'create, read, update, delete', null),
          data: { name: name.text },
        });
    }
  },
});
