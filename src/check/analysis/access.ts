import { memoizeByObject } from '../../base/memoize-by-object.ts';
import type { Node } from '../../expression/node.ts';
import type { Permission, PermissionCell, Role } from '../../model/ast/roles.ts';
import { roleOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { ownErrors as listed } from '../../model/own-words.ts';
import { hasPermissions } from './indexes.ts';

/** The names of the product's own errors, which need not be listed (NOTATION, section 8). */
export const ownErrors: readonly string[] = listed.map(({ name }) => name);

const rowsAbout = (model: Model, entity: string, field: string, operation: string): readonly Permission[] =>
  model.permissions === null ? [] : (rowsByKey(model.permissions).get(`${entity}\n${field}\n${operation}`) ?? []);

/** The rows of section 6 by entity, field (empty: the whole entity) and operation. */
const rowsByKey = memoizeByObject((permissions: readonly Permission[]) => {
  const found = new Map<string, Permission[]>();
  for (const row of permissions) {
    const fields = row.fields.length === 0 ? [''] : row.fields.map(({ text }) => text);
    for (const key of new Set(row.operations.flatMap(({ text }) => fields.map((field) => `${row.entity.text}\n${field}\n${text}`)))) {
      const rows = found.get(key);
      if (rows === undefined) found.set(key, [row]);
      else rows.push(row);
    }
  }
  return found;
});

/** The rows of section 6 for an operation on an entity as a whole. */
export const rowsFor = (model: Model, entity: string, operation: string): readonly Permission[] => rowsAbout(model, entity, '', operation);

/**
 * The cell of a role in a row; an empty cell inherits those of the roles that it includes. Null: no
 * cell.
 */
export function cellFor(model: Model, row: Permission, role: string, seen: ReadonlySet<string> = new Set()): PermissionCell | null {
  const own = row.cells.get(role);
  if (own !== undefined) return own;
  if (seen.has(role)) return null;
  const further = new Set([...seen, role]);
  for (const included of roleOf(model, role)?.includes ?? []) {
    const cell = cellFor(model, row, included.text, further);
    if (cell !== null) return cell;
  }
  return null;
}

/**
 * Whether section 6 may allow this to a person with the role. Since a person has every role whose
 * `Is` is true, a grant to any role that the same person might have also counts. True if nothing is
 * known.
 */
export function mayBeAllowed(model: Model, role: string, entity: string, operation: string): boolean {
  if (model.permissions === null) return true;
  const declared = roleOf(model, role);
  if (declared === undefined) return true;
  const rows = rowsFor(model, entity, operation);
  return model.roles.some(
    (other) => (other === declared || !areExclusive(declared, other)) && rows.some((row) => grants(cellFor(model, row, other.name.text))),
  );
}

/** Whether section 6 may allow this to any role. */
export const anyRoleMay = (model: Model, entity: string, operation: string, field = ''): boolean =>
  model.permissions === null ||
  rowsAbout(model, entity, field, operation).some((row) => model.roles.some((role) => grants(cellFor(model, row, role.name.text))));

/**
 * Like `anyRoleMay`, for setting a field on create or update: by the field's own row, else the
 * entity's.
 */
export const anyRoleMaySet = (model: Model, entity: string, field: string, operation: string): boolean =>
  anyRoleMay(model, entity, operation, rowsAbout(model, entity, field, operation).length > 0 ? field : '');

/** A hole counts, because it may still become a grant. */
const grants = (cell: PermissionCell | null): boolean => cell !== null && cell.grant.kind !== 'no';

/**
 * Whether no person can ever have both roles at once. Considers only simple conditions in `Is`: `me
 * == null`, `me.role == "agent"`.
 */
export function areExclusive(a: Role, b: Role): boolean {
  const first = identity(a);
  const second = identity(b);
  if (first === null || second === null) return false;
  if (first.nobody !== second.nobody) return true;
  return !first.nobody && first.field !== '' && first.field === second.field && first.value !== second.value;
}

interface Identity {
  /** Whether the role is for signed-out people. */
  readonly nobody: boolean;
  /** The field in `me.field == value`; empty if the role only requires being signed in. */
  readonly field: string;
  readonly value: string;
}

/** Null: `Is` has another form, or the role belongs to records. */
function identity({ is, of }: Role): Identity | null {
  const node = of === null ? (is?.node ?? null) : null;
  if (node?.kind !== 'binary' || (node.operator !== '==' && node.operator !== '!=')) return null;
  const sides = node.right.kind === 'literal' ? [node.left, node.right] : [node.right, node.left];
  const [subject, literal] = sides as [Node, Node];
  if (literal.kind !== 'literal') return null;
  if (subject.kind === 'name' && subject.name === 'me' && literal.value === null)
    return { nobody: node.operator === '==', field: '', value: '' };
  if (subject.kind === 'select' && subject.operand.kind === 'name' && subject.operand.name === 'me' && node.operator === '==') {
    return { nobody: false, field: subject.field, value: String(literal.value) };
  }
  return null;
}

/**
 * Whether a session with this role may be signed out. It may not if `Is` reads a field of `me` or
 * requires `me != null`.
 */
export function mayBeSignedOut(role: Role): boolean {
  const found = identity(role);
  if (found !== null) return found.nobody;
  return role.byLink || (role.is !== null && !role.is.reads.me);
}

/**
 * Like `mayBeAllowed`, for an operation of an action: create, update, delete or an event. Ignores
 * the event's own rows in section 4.
 */
export const mayDo = (model: Model, role: string, entity: string, operation: string): boolean =>
  // Another rule reports an entity that section 6 does not mention.
  !hasPermissions(model, entity) || mayBeAllowed(model, role, entity, operation);

/** Whether everyone with the first role certainly has the second, too, judging by their `Is`. */
export function impliesRole(role: Role, other: Role): boolean {
  const node = other.is?.node ?? null;
  if (other.of !== null && role.of?.text !== other.of.text) return false;
  if (node?.kind === 'literal' && node.value === true) return true;
  if (role.is !== null && other.is !== null && role.of?.text === other.of?.text && role.is.source.trim() === other.is.source.trim())
    return true;
  const first = identity(role);
  const second = identity(other);
  // `me.role == "agent"` implies `me != null`.
  return first !== null && second !== null && !first.nobody && !second.nobody && second.field === '' && first.field !== '';
}

/**
 * Whether section 6 may allow this operation on the field to a person with the role. A row for the
 * field replaces the entity's row on create and update, and applies in addition to it on read.
 */
export function mayBeAllowedOnField(
  model: Model,
  role: string,
  entity: string,
  field: string,
  operation: 'create' | 'read' | 'update',
): boolean {
  const rows = rowsAbout(model, entity, field, operation);
  const declared = roleOf(model, role);
  if (declared === undefined) return true;
  const granted = model.roles.some(
    (other) => (other === declared || !areExclusive(declared, other)) && rows.some((row) => grants(cellFor(model, row, other.name.text))),
  );
  if (operation === 'read') return (rows.length === 0 || granted) && mayBeAllowed(model, role, entity, 'read');
  return rows.length === 0 ? mayBeAllowed(model, role, entity, operation) : granted;
}
