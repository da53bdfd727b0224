import type { Fix } from '../base/finding.ts';
import type { Model } from '../model/model.ts';
import { rowsFor } from './analysis/access.ts';
import { isVisitor, rolesOfEvent } from './asking/permissions.ts';
import { enumerate } from './fixes.ts';
import { cellWritten, rowAdded } from './row-fixes.ts';

/** Adds a row to section 6 that grants the operations to these roles and no others. */
function rowGranting(model: Model, entity: string, operations: string, allowed: readonly string[], title: string): readonly Fix[] {
  const cells = Object.fromEntries(model.roles.map(({ name }) => [name.text, allowed.includes(name.text) ? 'yes' : 'no']));
  return rowAdded(model, model.permissions?.[0]?.span, { Permission: `${entity}: ${operations}`, ...cells }, title);
}

/**
 * Adds a missing row to section 6: for the roles that section 4 names, or else for all signed-in
 * roles.
 */
export function missingRow(model: Model, entity: string, operations: string, event: string | null): readonly Fix[] {
  const left = event === null ? null : rolesOfEvent(model, entity, event);
  // Only the author can decide whether a record's role extends to this entity.
  const everywhere = model.roles.filter((role) => !isVisitor(role) && role.of === null).map(({ name }) => name.text);
  const allowed = left !== null && left.length > 0 ? left : everywhere;
  if (allowed.length === 0 || model.roles.some((role) => role.of !== null)) return [];
  const fixes = rowGranting(model, entity, operations, allowed, `Add “${entity}: ${operations}” for ${enumerate(allowed)}`);
  // What section 4 says is not repeated by a guess.
  return fixes.map((fix) => ({ ...fix, safe: allowed === left }));
}

/**
 * Grants one operation to a role in section 6: in the row for this operation alone, or in a new
 * row.
 */
export function granted(model: Model, role: string, entity: string, operation: string): readonly Fix[] {
  const title = `Allow “${entity}: ${operation}” for ${role}`;
  const rows = rowsFor(model, entity, operation);
  const own = rows.find(({ operations, through }) => operations.length === 1 && through === null);
  if (own !== undefined) return cellWritten(model, own.span, role, 'yes', title);
  return rows.length === 0 ? rowGranting(model, entity, operation, [role], title) : [];
}
