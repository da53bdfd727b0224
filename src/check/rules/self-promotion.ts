import type { Fix } from '../../base/finding.ts';
import type { Permission, Role } from '../../model/ast/roles.ts';
import type { Model } from '../../model/model.ts';
import { cellFor, mayBeAllowed, rowsFor } from '../analysis/access.ts';
import { addRows } from '../asking/write.ts';
import { defineRule } from '../rule.ts';

export const selfPromotion = defineRule({
  code: 'self-promotion',
  severity: 'warning',
  section: 6,
  summary: 'A permission that lets people give themselves another role.',
  messages: {
    own: 'A {role} may set “{field}” of their own record here, and “{field}” determines who is {other}: so a {role} could gain the permissions of {other} ({gain}). Add the row “{entity}.{field}: update” with no for {role}.',
  },
  check(model, report) {
    const { account } = model;
    if (account === null || model.permissions === null) return;
    const entity = account.entity.text;
    for (const field of fieldsThatTellRoles(model, entity)) {
      // A row of its own defines who may change the field.
      if (model.permissions.some((row) => isAbout(row, entity, 'update') && row.fields.some(({ text }) => text === field))) continue;
      for (const row of model.permissions) {
        if (!isAbout(row, entity, 'update') || row.fields.length > 0) continue;
        for (const [role, cell] of row.cells) {
          const looks = cell.grant.kind === 'when' ? cell.grant.expression.reads : null;
          if (cell.grant.kind !== 'yes' && looks === null) continue;
          // A condition that mentions the field shows that the author considered it.
          if (looks?.self.includes(field)) continue;
          const gained = gain(model, role, entity, field);
          if (gained === null) continue;
          const data = { role, field, entity, other: gained.role, gain: gained.what };
          report({ message: 'own', at: cell, fix: ownRow(model, row, entity, field), data });
        }
      }
    }
  },
});

const isAbout = (row: Permission, entity: string, operation: string): boolean =>
  row.entity.text === entity && row.operations.some(({ text }) => text === operation);

/** The account fields that the `Is` of some role reads. */
const fieldsThatTellRoles = (model: Model, entity: string): ReadonlySet<string> =>
  new Set(
    model.roles
      .flatMap(({ is }) => is?.reads.fields ?? [])
      .filter((name) => name.startsWith(`${entity}.`))
      .map((name) => name.slice(entity.length + 1)),
  );

const reads = (role: Role, entity: string, field: string): boolean => role.is?.reads.fields.includes(`${entity}.${field}`) === true;

/**
 * Another role that changing the field confers, and something that only it may do; null if there is
 * nothing to gain.
 */
function gain(model: Model, role: string, entity: string, field: string): { readonly role: string; readonly what: string } | null {
  for (const other of model.roles) {
    if (other.name.text === role || !reads(other, entity, field)) continue;
    for (const row of model.permissions ?? []) {
      const theirs = cellFor(model, row, other.name.text);
      if (row.fields.length > 0 || theirs === null || theirs.grant.kind === 'no' || theirs.grant.kind === 'hole') continue;
      for (const { text } of row.operations)
        if (
          !mayBeAllowed(model, role, row.entity.text, text) ||
          (theirs.grant.kind === 'yes' && !mayAlways(model, role, row.entity.text, text))
        )
          return { role: other.name.text, what: `${row.entity.text}: ${text}` };
    }
  }
  return null;
}

const mayAlways = (model: Model, role: string, entity: string, operation: string): boolean =>
  rowsFor(model, entity, operation).some((row) => cellFor(model, row, role)?.grant.kind === 'yes');

/** Adds a row that restricts the field to roles that may already change everyone's record. */
function ownRow(model: Model, row: Permission, entity: string, field: string): Fix {
  const cells = model.roles.map(({ name }): [string, string] => {
    const full = cellFor(model, row, name.text)?.grant.kind === 'yes' && gain(model, name.text, entity, field) === null;
    return [name.text, full ? 'yes' : 'no'];
  });
  return {
    title: `Restrict “${field}” to ${cells.flatMap(([name, cell]) => (cell === 'yes' ? [name] : [])).join(', ') || 'no role'}`,
    edits: addRows(model, row.span, [{ Permission: `${entity}.${field}: update`, ...Object.fromEntries(cells) }]),
  };
}
