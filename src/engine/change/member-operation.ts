import type { Field } from '../../model/ast/entities.ts';
import { checkAccess, memberGrant, notFound } from '../access/reach.ts';
import { mayName } from '../access/reference-access.ts';
import { defineOperation, type Operation, refuse } from '../operation.ts';
import type { Authority, World } from '../world/world.ts';
import { refusal } from './refusals.ts';
import { valueRefusal } from './values.ts';

export interface MemberInput {
  readonly entity: string;
  readonly id: string;
  readonly field: string;
  readonly member: { readonly entity: string; readonly id: string };
  readonly authority: Authority;
}

/**
 * Defines the operation that adds a record to a many-to-many list, or to its inverse, or removes
 * it.
 */
export function memberOperation(operation: 'add' | 'remove', summary: string): Operation<MemberInput, null> {
  return defineOperation<MemberInput, null>({
    name: `${operation}-member`,
    summary,
    decide(world, { entity: name, id, field: fieldName, member, authority }) {
      const field = world.index.field(name, fieldName);
      const record = world.record(name, id);
      const value = world.record(member.entity, member.id);
      const question = { operation, field: fieldName, grant: memberGrant(world, name, operation, fieldName), value };
      const reached = checkAccess(world, name, record, [question], authority);
      if ('refusal' in reached) return refuse(reached.refusal);
      const kept = field === null ? null : keptIn(world, field);
      if (field === null || kept === null)
        return refuse(noList(world, name, fieldName, `is no list that records are added to and removed from`));
      const wanted = field.type.kind === 'members' || field.type.kind === 'inverse' ? field.type.entity.text : '';
      // An unreadable record counts as missing.
      const unknown = value === null || (authority === 'person' && operation === 'add' && !mayName(world).record(member.entity, member.id));
      if (unknown) return refuse(notFound(world, member.entity));
      if (wanted !== member.entity) return refuse(noList(world, name, fieldName, `holds records of ${wanted}, not of ${member.entity}`));
      const change = kept.turned
        ? { kind: operation, entity: wanted, field: kept.field, id: member.id, member: id }
        : { kind: operation, entity: name, field: kept.field, id, member: member.id };
      return { changes: [change], write: { entity: name, id, kind: 'update', name: operation }, passed: reached.passed, result: null };
    },
  });
}

/**
 * The stored list: the field itself, or, for an inverse, the list that it mirrors. Null: neither.
 */
function keptIn(world: World, field: Field): { readonly field: string; readonly turned: boolean } | null {
  // A computed list is not stored.
  if (field.computed !== null) return null;
  if (field.type.kind === 'members') return { field: field.name.text, turned: false };
  if (field.type.kind !== 'inverse') return null;
  const other = world.index.field(field.type.entity.text, field.type.by.text);
  return other?.type.kind === 'members' && other.computed === null ? { field: field.type.by.text, turned: true } : null;
}

const noList = (world: World, entity: string, field: string, why: string) =>
  refusal(world.index, {
    error: 'INVALID',
    entity,
    field,
    at: world.index.field(entity, field)?.span ?? null,
    own: valueRefusal(entity, field, why, 'members'),
    because: `${entity}.${field} ${why}`,
  });
