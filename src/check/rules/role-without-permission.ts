import { cellFor, mayBeSignedOut } from '../analysis/access.ts';
import { granted } from '../permission-fixes.ts';
import { defineRule } from '../rule.ts';

const mostOffered = 3;

export const roleWithoutPermission = defineRule({
  code: 'role-without-permission',
  severity: 'warning',
  section: 6,
  summary: 'A role without permissions.',
  messages: {
    nothing:
      'Section 6 grants nothing to {name}: a person with only this role can do nothing. Write yes or a condition in its column, or remove the role.',
  },
  check(model, report) {
    const { permissions, roles, account } = model;
    if (permissions === null || permissions.length === 0) return;
    for (const role of roles) {
      const { name } = role;
      // Signed-out people can at least sign in.
      if (account !== null && mayBeSignedOut(role)) continue;
      const isGranted = permissions.some((row) => {
        const cell = cellFor(model, row, name.text);
        return cell !== null && cell.grant.kind !== 'no';
      });
      if (isGranted) continue;
      const read = permissions.filter(({ operations, fields }) => fields.length === 0 && operations.some(({ text }) => text === 'read'));
      const fix = read.slice(0, mostOffered).flatMap(({ entity }) => granted(model, name.text, entity.text, 'read'));
      report({ message: 'nothing', at: name, fix, data: { name: name.text } });
    }
  },
});
