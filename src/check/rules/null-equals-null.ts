import type { Node } from '../../expression/node.ts';
import { print } from '../../expression/parse/print.ts';
import { visit } from '../../expression/visit.ts';
import { roleOf } from '../../model/lookup.ts';
import { mayBeSignedOut } from '../analysis/access.ts';
import { type AlwaysHasValue, alwaysHasValueIn } from '../analysis/total.ts';
import { inserted } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const nullEqualsNull = defineRule({
  code: 'null-equals-null',
  severity: 'warning',
  section: 6,
  summary: 'A permission that is granted because two values are both missing.',
  messages: {
    both: '“{left}” and “{right}” may both be empty, and two empty values are equal: the permission is then granted by accident. Add “&& {left} != null”.',
  },
  check(model, report, survey) {
    const alwaysHasValue = survey.once(alwaysHasValueIn);
    for (const row of model.permissions ?? []) {
      for (const [role, cell] of row.cells) {
        const node = cell.grant.kind === 'when' ? cell.grant.expression.node : null;
        if (node === null || cell.grant.kind !== 'when') continue;
        const { expression } = cell.grant;
        const declared = roleOf(model, role);
        const meMayBeNull = declared === undefined || mayBeSignedOut(declared);
        const notNull = statedNotNull(node);
        visit(node, (one) => {
          if (one.kind !== 'binary' || one.operator !== '==') return;
          if (!mayBeNull(one.left, meMayBeNull, notNull, alwaysHasValue) || !mayBeNull(one.right, meMayBeNull, notNull, alwaysHasValue))
            return;
          const at = { from: expression.at(one.from), to: expression.at(one.to) };
          const fix = inserted(at.to, ` && ${print(one.left)} != null`, `Add “&& ${print(one.left)} != null”`);
          report({ message: 'both', at, fix, data: { left: print(one.left), right: print(one.right) } });
        });
      }
    }
  },
});

function mayBeNull(node: Node, meMayBeNull: boolean, notNull: ReadonlySet<string>, alwaysHasValue: AlwaysHasValue): boolean {
  if (node.kind === 'literal' || notNull.has(print(node))) return false;
  if (node.kind === 'name' && node.resolution.kind === 'me') return meMayBeNull;
  // For a signed-out person a field of `me` cannot be read, so the comparison is false.
  return (node.kind === 'name' || node.kind === 'select') && node.type.nullable === true && !alwaysHasValue(node);
}

/** The terms that the condition itself tests for null. */
function statedNotNull(node: Node): ReadonlySet<string> {
  const notNull = new Set<string>();
  visit(node, (one) => {
    if (one.kind !== 'binary' || one.operator !== '!=') return;
    if (one.right.kind === 'literal' && one.right.value === null) notNull.add(print(one.left));
    if (one.left.kind === 'literal' && one.left.value === null) notNull.add(print(one.right));
  });
  return notNull;
}
