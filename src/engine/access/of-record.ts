import type { Expression, Reads } from '../../expression/expression.ts';
import type { Node } from '../../expression/node.ts';
import { isRecord, type RecordValue, type Value } from '../../expression/values/value.ts';
import type { Permission, PermissionCell } from '../../model/ast/roles.ts';
import { pathFor, pathForEntity, pathNode, type RecordRole, type RelationPath } from '../../model/organisations.ts';
import type { ModelIndex } from '../document/model-index.ts';
import { readOrNull } from '../world/labels.ts';
import { binary, listOfNodes } from '../world/row-query.ts';
import { usesOld } from './old-cells.ts';

/*
 * Roles of a record. Before an operation writes anything, it determines once on which records the
 * person has each of these roles. A cell in the column of such a role then holds if the relations
 * of its row lead to one of these records. A new membership therefore never counts for the
 * operation that creates it.
 */

/** More records than this are sent to the database as one list instead of `IN (…)`. */
const manyRecords = 20;

/**
 * The bound name of all records on which a person has a role. Names in a document have no spaces.
 */
export const recordsName = (role: string): string => `records of ${role}`;

/** The bound name of one of these records. */
export const recordName = (role: string, number: number): string => `${recordsName(role)} ${number}`;

/** The names and values by which a scope provides these records. */
export function recordBindings(role: string, records: readonly RecordValue[]): readonly (readonly [string, Value])[] {
  if (records.length > manyRecords) return [[recordsName(role), records]];
  return records.map((record, number) => [recordName(role, number), record] as const);
}

/**
 * The cell in the column of a role of a record, for a person who has the role on `count` records.
 * Null if no relations lead from the row's entity to such a record: the cell then grants nothing.
 */
export function cellOfRecord(
  index: ModelIndex,
  row: Permission,
  role: RecordRole,
  cell: PermissionCell,
  count: number,
): PermissionCell | null {
  const { grant, span } = cell;
  if (grant.kind !== 'yes' && grant.kind !== 'when') return cell;
  const way = pathFor(row, role.of.text, index.entity);
  if (way === null) return null;
  const entity = row.entity.text;
  const old = grant.kind === 'when' && usesOld(grant.expression);
  const held = heldNode(role, count);
  const here = binary('in', pathNode(entity, way, index.entity), held);
  // A cell with `old` is evaluated only after the change, so the former record is tested here too.
  const both = old ? binary('&&', binary('in', pathNode(entity, way, index.entity, 'old'), held), here) : here;
  return { span, grant: { kind: 'when', expression: joined(row, role, way, both, cell) } };
}

function joined(row: Permission, role: RecordRole, way: RelationPath, test: Node, { span, grant }: PermissionCell): Expression {
  const first = way[0] === undefined ? [] : [way[0]];
  const own: Reads = {
    self: first,
    row: [],
    old: [],
    fields: first.map((field) => `${row.entity.text}.${field}`),
    constants: [],
    entities: [],
    bound: [],
    me: true,
    now: false,
  };
  const words = `${role.name.text} of ${way.length === 0 ? `this ${role.of.text}` : way.join('.')}`;
  const type = { kind: 'boolean' } as const;
  if (grant.kind !== 'when') return { source: words, span, at: () => span.from, node: test, problems: [], type, reads: own };
  const { expression } = grant;
  const merged = (key: 'self' | 'row' | 'old' | 'fields' | 'constants' | 'entities' | 'bound'): readonly string[] =>
    [...new Set([...own[key], ...expression.reads[key]])].sort();
  const reads: Reads = {
    self: merged('self'),
    row: merged('row'),
    old: merged('old'),
    fields: merged('fields'),
    constants: merged('constants'),
    entities: merged('entities'),
    bound: merged('bound'),
    me: true,
    now: expression.reads.now,
  };
  return { ...expression, node: expression.node === null ? null : binary('&&', test, expression.node), reads };
}

function heldNode(role: RecordRole, count: number): Node {
  const record = { kind: 'record', entity: role.of.text } as const;
  const list = { kind: 'list', of: record } as const;
  const bound = (name: string, type: Node['type']): Node => ({ kind: 'name', from: 0, to: 0, type, name, resolution: { kind: 'bound' } });
  if (count > manyRecords) return bound(recordsName(role.name.text), list);
  return { ...listOfNodes(Array.from({ length: count }, (_, number) => bound(recordName(role.name.text, number), record))), type: list };
}

/**
 * The relations from a record of this entity to the record of the role; null: none, or ambiguous.
 */
export const pathToRoleRecord = (index: ModelIndex, { of }: RecordRole, entity: string): RelationPath | null =>
  pathForEntity(entity, of.text, index.permissions(entity), index.entity);

/** The record of this role that a record leads to by relations; null: none, or ambiguous. */
export function recordOfRole(index: ModelIndex, role: RecordRole, record: RecordValue): RecordValue | null {
  const way = pathToRoleRecord(index, role, record.entity);
  let at: Value = way === null ? null : record;
  for (const step of way ?? []) at = isRecord(at) ? readOrNull(at, step) : null;
  return isRecord(at) ? at : null;
}
