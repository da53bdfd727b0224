import type { Role } from '../../model/ast/roles.ts';
import { eventsOf } from '../../model/lookup.ts';
import type { Model } from '../../model/model.ts';
import { tableText } from '../../syntax/edit-table.ts';

/** Whether the role is for signed-out people. */
export const isVisitor = (role: Role): boolean => /^\s*me\s*==\s*null\s*$/.test(role.is?.source ?? '');

/** The roles to which section 4 restricts an event; null: everyone. */
export function rolesOfEvent(model: Model, entity: string, event: string): readonly string[] | null {
  const rows = eventsOf(model, entity).find(({ name }) => name === event)?.transitions ?? [];
  if (rows.some(({ transition }) => transition.roles.length === 0)) return null;
  return [...new Set(rows.flatMap(({ transition }) => transition.roles.map(({ text }) => text)))];
}

export type Grant = (role: Role, entity: string, operation: 'create' | 'read' | 'update' | 'delete' | 'event') => string;

/**
 * The table of permissions for every entity and event, as Markdown. Only the last role may change
 * the account field that determines roles.
 */
export function permissionTable(model: Model, roles: readonly Role[], allow: Grant): string {
  // People who sign up create their account while signed out.
  const signsUp = model.account?.signUp === true ? model.account.entity.text : null;
  const grant: Grant = (role, entity, operation) =>
    entity === signsUp && operation === 'create' && isVisitor(role) ? 'yes' : allow(role, entity, operation);
  const rows: string[][] = [];
  for (const { name } of model.entities) {
    for (const operations of grouped(roles, name.text, grant)) {
      const [first] = operations;
      if (first !== undefined) rows.push([`${name.text}: ${operations.join(', ')}`, ...roles.map((role) => grant(role, name.text, first))]);
    }
    for (const event of eventsOf(model, name.text)) {
      const allowed = rolesOfEvent(model, name.text, event.name);
      const cells = roles.map((role) => (allowed === null || allowed.includes(role.name.text) ? grant(role, name.text, 'event') : 'no'));
      rows.push([`${name.text}: ${event.name}`, ...cells]);
    }
  }
  const own = ownRoleField(model, roles);
  const last = roles.at(-1);
  if (own !== null && roles.length > 2) rows.push([`${own}: update`, ...roles.map((role) => (role === last ? 'yes' : 'no'))]);
  return tableText(['Permission', ...roles.map(({ name }) => name.text)], rows);
}

const all = ['create', 'read', 'update', 'delete'] as const;

/** Groups operations with equal grants for all roles into one row. */
function grouped(roles: readonly Role[], entity: string, grant: Grant): (typeof all)[number][][] {
  const rows = new Map<string, (typeof all)[number][]>();
  for (const operation of all) {
    const key = roles.map((role) => grant(role, entity, operation)).join('|');
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [operation]);
    else row.push(operation);
  }
  return [...rows.values()];
}

/** The account field that determines a person's role. */
function ownRoleField(model: Model, roles: readonly Role[]): string | null {
  if (model.account === null) return null;
  for (const { is } of roles) {
    const field = /^\s*me\.(\w+)\s*==/.exec(is?.source ?? '')?.[1];
    if (field !== undefined) return `${model.account.entity.text}.${field}`;
  }
  return null;
}
