import type { Expression } from '../../expression/expression.ts';
import type { Permission, PermissionCell, Role } from '../../model/ast/roles.ts';
import { entityOf as entityIn } from '../../model/lookup.ts';
import { isOfRecord, pathFor, roleConditionVia } from '../../model/organisations.ts';
import type { RunModel } from '../../model/run-model.ts';
import { isHidden } from '../../model/types/traits.ts';

/**
 * One role that may do something: `is` tells who has the role, `when` on what condition; null:
 * always.
 */
export interface RoleGrant {
  readonly is: Expression;
  readonly when: Expression | null;
}

/**
 * What section 6 grants for an operation on an entity or one of its fields. `everybody` if there is
 * no table; null if no row mentions the field. The engine's TableAccess decides the same for one
 * person (engine/access/access.ts).
 */
export function grantsOf(
  model: RunModel,
  entity: string,
  operation: string,
  field: string | null = null,
): readonly RoleGrant[] | 'everybody' | null {
  if (model.permissions === null && field === null) return 'everybody';
  const rows = (model.permissions ?? []).filter(
    (row) =>
      row.entity.text === entity &&
      row.operations.some((name) => name.text === operation) &&
      (field === null ? row.fields.length === 0 : row.fields.some((name) => name.text === field)),
  );
  if (rows.length === 0 && field !== null) {
    const declared = model.entities.find(({ name }) => name.text === entity)?.byName.get(field);
    return operation === 'read' && isHidden(declared) ? [] : null;
  }
  return model.roles.flatMap((role): RoleGrant[] => {
    return rows.flatMap((row) => {
      const is = isFor(model, row, role);
      if (is === null) return [];
      return cellsOf(model, row, role.name.text, new Set()).flatMap(({ grant }): RoleGrant[] =>
        grant.kind === 'yes' ? [{ is, when: null }] : grant.kind === 'when' ? [{ is, when: grant.expression }] : [],
      );
    });
  });
}

/** Who has the role for a record of the row's entity; null if no one can. */
function isFor(model: RunModel, row: Permission, role: Role): Expression | null {
  if (role.is === null || !isOfRecord(role)) return role.is;
  const entityOf = (name: string) => entityIn(model, name) ?? null;
  const way = pathFor(row, role.of.text, entityOf);
  return way === null ? null : roleConditionVia(role.is, row.entity.text, way, entityOf);
}

/** The role's own cell; if it is empty, those of the roles that it includes. */
function cellsOf(model: RunModel, row: Permission, role: string, seen: Set<string>): PermissionCell[] {
  if (seen.has(role)) return [];
  seen.add(role);
  const cell = row.cells.get(role);
  if (cell !== undefined) return [cell];
  const includes = model.roles.find((one) => one.name.text === role)?.includes ?? [];
  return includes.flatMap((included) => cellsOf(model, row, included.text, seen));
}
