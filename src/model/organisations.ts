import type { Expression } from '../expression/expression.ts';
import type { Node } from '../expression/node.ts';
import { anyType, type Type } from '../expression/types/type.ts';
import { mapChildren } from '../expression/visit.ts';
import type { Entity } from './ast/entities.ts';
import type { Permission, Role } from './ast/roles.ts';

/** A role of a record, such as “admin” of an Organisation. */
export type RecordRole = Role & { readonly of: NonNullable<Role['of']> };

/** Does the role belong to a record? Then a person may have it for one and not for another. */
export const isOfRecord = (role: Role): role is RecordRole => role.of !== null;

/** Relations from a record to the one that a role belongs to; empty: the record itself. */
export type Way = readonly string[];

type EntityOf = (name: string) => Entity | null;

/** Longer ways are not looked for. */
const longest = 5;

/**
 * All ways of required relations from an entity to another, the shortest first. The entity itself
 * has only the empty one.
 */
export function waysTo(entity: string, target: string, entityOf: EntityOf): readonly Way[] {
  if (entity === target) return [[]];
  const found: Way[] = [];
  const visit = (name: string, way: Way, passed: ReadonlySet<string>): void => {
    for (const field of entityOf(name)?.fields ?? []) {
      if (field.type.kind !== 'relation' || !field.required || field.computed !== null) continue;
      const next = field.type.entity.text;
      const longer = [...way, field.name.text];
      if (next === target) found.push(longer);
      else if (!passed.has(next) && longer.length < longest) visit(next, longer, new Set([...passed, next]));
    }
  };
  visit(entity, [], new Set([entity]));
  return found.sort((a, b) => a.length - b.length);
}

/** Does the path lead from the entity to the target by stored relations, required or not? */
export function leadsTo(entity: string, way: Way, target: string, entityOf: EntityOf): boolean {
  let at = entity;
  for (const step of way) {
    const field = entityOf(at)?.byName.get(step);
    if (field?.type.kind !== 'relation' || field.computed !== null) return false;
    at = field.type.entity.text;
  }
  return at === target;
}

/**
 * The way that a row of section 6 takes to the record of a role: the one it names, else the only
 * one that there is. Null: none, or several and the row does not say which.
 */
export function wayOf(row: Pick<Permission, 'entity' | 'through'>, target: string, entityOf: EntityOf): Way | null {
  const through = row.through?.map(({ text }) => text) ?? null;
  if (through !== null && leadsTo(row.entity.text, through, target, entityOf)) return through;
  const ways = waysTo(row.entity.text, target, entityOf);
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

/** The same of an entity in sections 2, 4 and 7: as its rows in section 6 say. */
export function entityWay(entity: string, target: string, rows: readonly Permission[], entityOf: EntityOf): Way | null {
  for (const row of rows) {
    const way = row.entity.text === entity && row.through !== null ? wayOf(row, target, entityOf) : null;
    if (way !== null) return way;
  }
  const ways = waysTo(entity, target, entityOf);
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

const nowhere = { from: 0, to: 0 };

/** The record at the end of a way, from the place's record (`self`) or the one before (`old`). */
export function wayNode(entity: string, way: Way, entityOf: EntityOf, from: 'self' | 'old' = 'self'): Node {
  const typeOf = (of: Type, field: string): Type =>
    of.kind === 'record' ? (entityOf(of.entity)?.byName.get(field)?.valueType ?? anyType) : anyType;
  const start: Type = { kind: 'record', entity };
  const [first, ...rest] = way;
  const self: Node = { kind: 'name', ...nowhere, type: start, name: from, resolution: { kind: from } };
  if (first === undefined) return self;
  const select = (operand: Node, field: string): Node => ({
    kind: 'select',
    ...nowhere,
    type: typeOf(operand.type, field),
    operand,
    field,
    fieldFrom: 0,
    test: false,
  });
  const head: Node =
    from === 'old'
      ? select(self, first)
      : { kind: 'name', ...nowhere, type: typeOf(start, first), name: first, resolution: { kind: 'self-field', entity } };
  return rest.reduce(select, head);
}

/**
 * The Is of a role, about the record at the end of the way instead of the role's own: what a
 * database evaluates for a row. Nobody who is signed out has a role by an Is that reads `me`.
 */
export function isAlong(is: Expression, entity: string, way: Way, entityOf: EntityOf): Expression {
  if (is.node === null) return is;
  const node = withSelf(is.node, wayNode(entity, way, entityOf));
  return is.reads.me ? { ...is, node: and(signedIn, node) } : { ...is, node };
}

const boolean: Type = { kind: 'boolean' };
const and = (left: Node, right: Node): Node => ({ kind: 'binary', ...nowhere, type: boolean, operator: '&&', left, right });
const signedIn: Node = {
  kind: 'binary',
  ...nowhere,
  type: boolean,
  operator: '!=',
  left: { kind: 'name', ...nowhere, type: anyType, name: 'me', resolution: { kind: 'me' } },
  right: { kind: 'literal', ...nowhere, type: { kind: 'null' }, value: null },
};

/** The same expression with another node in the place of `self`. */
function withSelf(node: Node, self: Node): Node {
  if (node.kind !== 'name') return mapChildren(node, (child) => withSelf(child, self));
  const { resolution, from, to, type, name } = node;
  if (resolution.kind === 'self') return self;
  return resolution.kind === 'self-field'
    ? { kind: 'select', from, to, type, operand: self, field: name, fieldFrom: from, test: false }
    : node;
}
