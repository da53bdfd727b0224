import type { Expression } from '../expression/expression.ts';
import type { Node } from '../expression/node.ts';
import { anyType, type Type } from '../expression/types/type.ts';
import { mapChildren } from '../expression/visit.ts';
import type { Entity } from './ast/entities.ts';
import type { Permission, Role } from './ast/roles.ts';

/** A role that belongs to records, such as “admin” of an Organisation. */
export type RecordRole = Role & { readonly of: NonNullable<Role['of']> };

/**
 * Whether the role belongs to a record: a person may have it for one record and not for another.
 */
export const isOfRecord = (role: Role): role is RecordRole => role.of !== null;

/** Relations leading from a record to the one that a role belongs to; empty: the record itself. */
export type RelationPath = readonly string[];

type EntityOf = (name: string) => Entity | null;

/** The maximum number of relations in a path. */
const longest = 5;

/**
 * All paths of required relations from one entity to another, shortest first. From an entity to
 * itself there is only the empty path.
 */
export function pathsTo(entity: string, target: string, entityOf: EntityOf): readonly RelationPath[] {
  if (entity === target) return [[]];
  const found: RelationPath[] = [];
  const visit = (name: string, way: RelationPath, passed: ReadonlySet<string>): void => {
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

/** Whether the path leads from the entity to the target by stored relations, required or not. */
export function leadsTo(entity: string, way: RelationPath, target: string, entityOf: EntityOf): boolean {
  let at = entity;
  for (const step of way) {
    const field = entityOf(at)?.byName.get(step);
    if (field?.type.kind !== 'relation' || field.computed !== null) return false;
    at = field.type.entity.text;
  }
  return at === target;
}

/**
 * The path that a row of section 6 follows to the record of a role: the one it names, or else the
 * only one. Null: no path, or several and the row names none.
 */
export function pathFor(row: Pick<Permission, 'entity' | 'through'>, target: string, entityOf: EntityOf): RelationPath | null {
  const through = row.through?.map(({ text }) => text) ?? null;
  if (through !== null && leadsTo(row.entity.text, through, target, entityOf)) return through;
  const ways = pathsTo(row.entity.text, target, entityOf);
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

/** Like `pathFor`, for an entity in sections 2, 4 and 7: follows its rows in section 6. */
export function pathForEntity(entity: string, target: string, rows: readonly Permission[], entityOf: EntityOf): RelationPath | null {
  for (const row of rows) {
    const way = row.entity.text === entity && row.through !== null ? pathFor(row, target, entityOf) : null;
    if (way !== null) return way;
  }
  const ways = pathsTo(entity, target, entityOf);
  return ways.length === 1 ? (ways[0] ?? null) : null;
}

const nowhere = { from: 0, to: 0 };

/**
 * An expression for the record at the end of a path, starting from the current record (`self`) or
 * its previous version (`old`).
 */
export function pathNode(entity: string, way: RelationPath, entityOf: EntityOf, from: 'self' | 'old' = 'self'): Node {
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
 * The Is of a role, rewritten to test the record at the end of the path, so that a database can
 * evaluate it per row. An Is that reads `me` is false for signed-out people.
 */
export function roleConditionVia(is: Expression, entity: string, way: RelationPath, entityOf: EntityOf): Expression {
  if (is.node === null) return is;
  const node = withSelf(is.node, pathNode(entity, way, entityOf));
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

/** The expression with `self` replaced by another node. */
function withSelf(node: Node, self: Node): Node {
  if (node.kind !== 'name') return mapChildren(node, (child) => withSelf(child, self));
  const { resolution, from, to, type, name } = node;
  if (resolution.kind === 'self') return self;
  return resolution.kind === 'self-field'
    ? { kind: 'select', from, to, type, operand: self, field: name, fieldFrom: from, test: false }
    : node;
}
