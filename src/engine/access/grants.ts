import type { Node } from '../../expression/node.ts';
import { visit } from '../../expression/visit.ts';
import type { Permission, PermissionCell } from '../../model/ast/roles.ts';
import { isOfRecord } from '../../model/organisations.ts';
import { isHidden } from '../../model/types/traits.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { joinWords } from '../wording.ts';
import type { Grant } from '../world/world.ts';
import { cellOfRecord } from './of-record.ts';
import { usesOld } from './old-cells.ts';

const shared = new WeakMap<ModelIndex, Map<string, Grants>>();

/**
 * The roles of a person. The number is 1, or for a role of a record: on how many records they have
 * it. With 0, reading returns an empty list instead of a refusal.
 */
export type HeldRoles = ReadonlyMap<string, number>;

/**
 * What section 6 grants to a set of roles, cached. With an observer it is computed each time, so
 * the observer sees every cell.
 */
export function grantsOf(index: ModelIndex, roles: HeldRoles): Grants {
  if (index.observer !== null) return new Grants(index, roles);
  const byRoles = shared.get(index) ?? new Map<string, Grants>();
  shared.set(index, byRoles);
  // Role names contain no line breaks.
  let key = '';
  for (const [role, count] of roles) key += `${role}\t${count}\n`;
  const known = byRoles.get(key);
  if (known !== undefined) return known;
  const grants = new Grants(index, roles);
  byRoles.set(key, grants);
  return grants;
}

/** The permission table for a set of roles, independent of the person and the time. */
export class Grants {
  readonly #index: ModelIndex;
  readonly #roles: HeldRoles;
  /** By operation, entity and field; null stands for the entity's own row. */
  readonly #known = new Map<string, Map<string, Map<string | null, Grant | null>>>();
  readonly #pushable = new WeakMap<Node, boolean>();

  constructor(index: ModelIndex, roles: HeldRoles) {
    this.#index = index;
    this.#roles = roles;
  }

  /** Null only with a field: no row covers this operation on it. */
  of(entity: string, operation: string, field: string | null): Grant | null {
    const known = this.#known.get(operation)?.get(entity)?.get(field);
    if (known !== undefined) return known;
    const grant = this.#decide(entity, operation, field);
    const byEntity = this.#known.get(operation) ?? new Map<string, Map<string | null, Grant | null>>();
    this.#known.set(operation, byEntity);
    const byField = byEntity.get(entity) ?? new Map<string | null, Grant | null>();
    byEntity.set(entity, byField);
    byField.set(field, grant);
    return grant;
  }

  #decide(entity: string, operation: string, field: string | null): Grant | null {
    const index = this.#index;
    const rows = rowsNaming(index, entity, operation, field);
    if (field !== null && !isRestricted(index, entity, operation, field)) return null;
    if (field === null && index.model.permissions === null) return { kind: 'yes' };
    const cells = [...this.#roles].flatMap(([role, count]) =>
      count === 0 && operation !== 'read' ? [] : rows.flatMap((row) => cellsFor(index, row, role, count)),
    );
    for (const { span } of cells) index.observer?.({ kind: 'permission', cell: span });
    if (cells.some((cell) => cell.grant.kind === 'yes')) return { kind: 'yes' };
    const conditions = cells.flatMap(({ grant, span }) =>
      grant.kind === 'when' ? [{ expression: grant.expression, span, old: usesOld(grant.expression) }] : [],
    );
    if (conditions.length > 0) return { kind: 'when', cells: conditions };
    const because = refusalWords(index, entity, operation, field, rows);
    return { kind: 'no', at: cells[0]?.span ?? rows[0]?.span ?? null, because, permission: { entity, field, operation } };
  }

  /** Whether the field may be hidden from the person in some record. */
  mayBeHidden = (entity: string, field: string): boolean => (this.of(entity, 'read', field)?.kind ?? 'yes') !== 'yes';

  /**
   * Whether the store may evaluate this condition of a person's list. The store sees everything, so
   * the answer is no if the condition reads records or fields that the person may not read.
   */
  mayPush(node: Node): boolean {
    const known = this.#pushable.get(node);
    if (known !== undefined) return known;
    let free = true;
    visit(node, (inner) => {
      if (inner.kind === 'name' && inner.resolution.kind === 'entity') return free;
      if (inner.type.kind === 'list' && inner.type.of.kind === 'record' && this.of(inner.type.of.entity, 'read', null)?.kind !== 'yes')
        free = false;
      const field = fieldRead(inner);
      if (field !== null && this.mayBeHidden(field.entity, field.name)) free = false;
      // A field of another record: an unreadable record hides all its fields.
      if (field !== null && inner.kind === 'select' && !isMe(inner.operand) && this.of(field.entity, 'read', null)?.kind !== 'yes')
        free = false;
      return free;
    });
    this.#pushable.set(node, free);
    return free;
  }
}

/** The rows that cover an operation on an entity, or on one of its fields. */
export const rowsNaming = (index: ModelIndex, entity: string, operation: string, field: string | null): readonly Permission[] =>
  index
    .permissions(entity)
    .filter(
      (row) =>
        row.operations.some((name) => name.text === operation) &&
        (field === null ? row.fields.length === 0 : row.fields.some((name) => name.text === field)),
    );

/** Whether section 6 or the field's type restricts this operation on the field. */
export const isRestricted = (index: ModelIndex, entity: string, operation: string, field: string): boolean =>
  rowsNaming(index, entity, operation, field).length > 0 || (operation === 'read' && isHidden(index.field(entity, field)));

const isMe = (node: Node): boolean => node.kind === 'name' && node.resolution.kind === 'me';

function fieldRead(node: Node): { readonly entity: string; readonly name: string } | null {
  if (node.kind === 'select') return node.operand.type.kind === 'record' ? { entity: node.operand.type.entity, name: node.field } : null;
  if (node.kind !== 'name') return null;
  const { resolution } = node;
  return resolution.kind === 'row-field' || resolution.kind === 'self-field' ? { entity: resolution.entity, name: node.name } : null;
}

/** The role's own cell; if it is empty, the cells of the roles that it includes. */
export function cellsOf(index: ModelIndex, row: Permission, role: string, seen: Set<string>): PermissionCell[] {
  if (seen.has(role)) return [];
  seen.add(role);
  const cell = row.cells.get(role);
  if (cell !== undefined) return [cell];
  return (index.role(role)?.includes ?? []).flatMap((included) => cellsOf(index, row, included.text, seen));
}

/**
 * The cells of `cellsOf` as they apply to a person with the role: a cell for a role of a record is
 * narrowed to what belongs to the records on which they have it.
 */
export function cellsFor(index: ModelIndex, row: Permission, role: string, count: number): PermissionCell[] {
  const cells = cellsOf(index, row, role, new Set());
  const declared = index.role(role);
  if (declared === null || !isOfRecord(declared)) return cells;
  return cells.flatMap((cell) => cellOfRecord(index, row, declared, cell, count) ?? []);
}

function refusalWords(index: ModelIndex, entity: string, operation: string, field: string | null, rows: readonly Permission[]): string {
  const what = `${field === null ? entity : `${entity}.${field}`}: ${operation}`;
  if (rows.length === 0) return `no row of section 6 grants ${what}`;
  const granted = index.model.roles.filter((role) =>
    rows.some((row) => cellsOf(index, row, role.name.text, new Set()).some(({ grant }) => grant.kind === 'yes' || grant.kind === 'when')),
  );
  if (granted.length === 0) return `section 6 grants ${what} to no role`;
  return `section 6 grants ${what} to ${joinWords(granted.map((role) => role.name.text))} only`;
}
