import type { Fix } from '../base/finding.ts';
import type { Model } from '../model/model.ts';
import { rowsFor } from './analysis/access.ts';
import { isVisitor, rolesOfEvent } from './asking/permissions.ts';
import { enumerate } from './fixes.ts';
import { cellWritten, rowAdded } from './row-fixes.ts';

/** A row of section 6 that grants this to some roles and to no other. */
function rowGranting(model: Model, entity: string, operations: string, allowed: readonly string[], title: string): readonly Fix[] {
  const cells = Object.fromEntries(model.roles.map(({ name }) => [name.text, allowed.includes(name.text) ? 'yes' : 'no']));
  return rowAdded(model, model.permissions?.[0]?.span, { Permission: `${entity}: ${operations}`, ...cells }, title);
}

/** The row that section 6 lacks: for the roles that section 4 names, else for who is signed in. */
export function missingRow(model: Model, entity: string, operations: string, event: string | null): readonly Fix[] {
  const left = event === null ? null : rolesOfEvent(model, entity, event);
  // Whether a role of a record reaches this entity is the author's decision.
  const everywhere = model.roles.filter((role) => !isVisitor(role) && role.of === null).map(({ name }) => name.text);
  const allowed = left !== null && left.length > 0 ? left : everywhere;
  if (allowed.length === 0 || model.roles.some((role) => role.of !== null)) return [];
  return rowGranting(model, entity, operations, allowed, `Add “${entity}: ${operations}” for ${enumerate(allowed)}`);
}

/** Section 6 grants one thing to a role: in the row about nothing else, or in a row of its own. */
export function granted(model: Model, role: string, entity: string, operation: string): readonly Fix[] {
  const title = `Let ${role} do it: “${entity}: ${operation}”`;
  const rows = rowsFor(model, entity, operation);
  const own = rows.find(({ operations, through }) => operations.length === 1 && through === null);
  if (own !== undefined) return cellWritten(model, own.span, role, 'yes', title);
  return rows.length === 0 ? rowGranting(model, entity, operation, [role], title) : [];
}
