import { roleOf } from '../../model/lookup.ts';
import { areExclusive } from '../analysis/access.ts';
import { transitionsFor } from '../analysis/indexes.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const permissionNeverUsed = defineRule({
  code: 'permission-never-used',
  severity: 'warning',
  section: 6,
  summary: 'A permission for an event that section 4 never allows the role to trigger.',
  messages: {
    never:
      'Section 6 lets “{role}” trigger “{event}”, but every row for it in section 4 names other roles ({roles}). Add {role} to a row there, or write no here.',
  },
  check(model, report) {
    for (const row of model.permissions ?? []) {
      for (const operation of row.operations) {
        const transitions = transitionsFor(model, row.entity.text, operation.text);
        if (row.fields.length > 0 || transitions.length === 0 || transitions.some(({ roles }) => roles.length === 0)) continue;
        const named = new Set(transitions.flatMap(({ roles }) => roles.map((role) => role.text)));
        for (const [role, cell] of row.cells) {
          if (cell.grant.kind !== 'yes' && cell.grant.kind !== 'when') continue;
          const declared = roleOf(model, role);
          if (
            declared === undefined ||
            model.roles.some((other) => named.has(other.name.text) && (other === declared || !areExclusive(declared, other)))
          )
            continue;
          report({
            message: 'never',
            at: cell,
            fix: row.operations.length > 1 ? [] : cellWritten(model, row.span, role, 'no'),
            data: { role, event: operation.text, roles: [...named].join(', ') },
          });
        }
      }
    }
  },
});
