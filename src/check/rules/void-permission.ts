import type { Permission, PermissionCell, Role } from '../../model/ast/roles.ts';
import { roleOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { impliesRole, mayBeAllowed } from '../analysis/access.ts';
import { cellWritten } from '../row-fixes.ts';
import { defineRule } from '../rule.ts';

export const voidPermission = defineRule({
  code: 'void-permission',
  severity: 'warning',
  section: 6,
  summary: 'A permission cell that another cell overrides.',
  messages: {
    refused:
      'This “no” has no effect: the row “{other}” grants {role} the same ({operation}), and rows about the same add up. Put the decision in one of the two, and remove it from the other.',
    wider:
      'This condition has no effect: the row “{other}” grants {role} the same ({operation}) without one, and rows about the same add up. Put the decision in one of the two.',
    role: 'This “no” has no effect: every {role} is also {other}, to whom this row grants it, and one granting cell is enough. Make the two agree, or make “{other}” exclude {role}.',
    hidden:
      'This has no effect: {role} may read no {entity} at all, so {role} never sees this field. Grant “{entity}: read”, or write no here.',
  },
  check(model, report) {
    const rows = model.permissions ?? [];
    const granted = new Map<string, { readonly row: Permission; readonly cell: PermissionCell }[]>();
    for (const row of rows) {
      for (const key of keysOf(row)) {
        for (const [role, cell] of row.cells) {
          const others = granted.get(`${key}\n${role}`);
          if (others === undefined) granted.set(`${key}\n${role}`, [{ row, cell }]);
          // Two of each kind suffice: for any row, at least one of them is a different row.
          else if (others.filter((other) => other.cell.grant.kind === cell.grant.kind).length < 2) others.push({ row, cell });
        }
      }
    }
    for (const row of rows) {
      for (const [role, cell] of row.cells) {
        if (cell.grant.kind === 'yes' || cell.grant.kind === 'hole') continue;
        const stronger = strongerThan(row, role, cell, granted);
        if (stronger !== null) {
          const data = { role, other: stronger.row.title, operation: stronger.operation };
          const alone = row.operations.length === 1 && row.fields.length < 2;
          const same =
            stronger.cell.grant.kind === 'yes'
              ? 'yes'
              : stronger.cell.grant.kind === 'when'
                ? `\`${stronger.cell.grant.expression.source}\``
                : null;
          const fix = alone && same !== null ? cellWritten(model, row.span, role, same) : [];
          report({ message: cell.grant.kind === 'no' ? 'refused' : 'wider', at: cell, fix, data });
        } else if (cell.grant.kind === 'no') {
          const other = grantedAnyway(model, row, role);
          if (other !== null)
            report({ message: 'role', at: cell, fix: cellWritten(model, row.span, role, 'yes'), data: { role, other: other.name.text } });
        }
      }
      reportHidden(model, row, (role, cell) =>
        report({ message: 'hidden', at: cell, fix: cellWritten(model, row.span, role, 'no'), data: { role, entity: row.entity.text } }),
      );
    }
  },
});

/** Keys for what a row covers, one per field and operation. */
const keysOf = ({ entity, fields, operations }: Permission): string[] =>
  operations.flatMap(({ text }) =>
    (fields.length === 0 ? [''] : fields.map((field) => field.text)).map((field) => `${entity.text}\n${field}\n${text}`),
  );

/** Another row that grants the role one of the same operations with fewer conditions. */
function strongerThan(
  row: Permission,
  role: string,
  cell: PermissionCell,
  granted: ReadonlyMap<string, readonly { readonly row: Permission; readonly cell: PermissionCell }[]>,
): { readonly row: Permission; readonly cell: PermissionCell; readonly operation: string } | null {
  for (const key of keysOf(row)) {
    const other = granted.get(`${key}\n${role}`)?.find((one) => one.row !== row && isStronger(one.cell, cell));
    if (other !== undefined) return { ...other, operation: key.split('\n')[2] ?? '' };
  }
  return null;
}

const isStronger = (other: PermissionCell, cell: PermissionCell): boolean =>
  other.grant.kind === 'yes' || (other.grant.kind === 'when' && cell.grant.kind === 'no');

/** Another role that everyone with this role also has and that the same row grants. */
function grantedAnyway(model: Model, row: Permission, role: string): Role | null {
  const own = roleOf(model, role);
  if (own === undefined) return null;
  return (
    model.roles.find((other) => other !== own && impliesRole(own, other) && row.cells.get(other.name.text)?.grant.kind === 'yes') ?? null
  );
}

/** Reports grants to read a field of records that the role cannot read. */
function reportHidden(model: Model, row: Permission, report: (role: string, cell: PermissionCell) => void): void {
  if (row.fields.length === 0 || row.operations.length !== 1 || row.operations[0]?.text !== 'read') return;
  for (const [role, cell] of row.cells)
    if ((cell.grant.kind === 'yes' || cell.grant.kind === 'when') && !mayBeAllowed(model, role, row.entity.text, 'read'))
      report(role, cell);
}
