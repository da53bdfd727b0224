import type { RecordValue } from '../../expression/values/value.ts';
import type { PermissionKey } from '../access/permission-key.ts';
import { notFound, unreachable } from '../access/reach.ts';
import { candidates } from '../change/transitions.ts';
import { forOtherRoles } from '../operations/trigger-event.ts';
import type { Refusal } from '../outcome.ts';
import type { Product } from '../product.ts';
import { firstOpen } from '../screens/event-data.ts';
import { labelOf } from '../world/labels.ts';
import type { Grant, Person, World } from '../world/world.ts';
import { transitionsOf } from './roles.ts';

/**
 * Whether the person may do this to a record now. `refusal` is the reason, with the refusing row.
 * Rules are not considered, because they are checked only at the write.
 */
export interface RecordAnswer {
  readonly id: string;
  readonly label: string;
  readonly refusal: Refusal | null;
}

/**
 * The answers for an entity's records, in the order of ids, at most `limit`, including records that
 * the person cannot read.
 */
export function recordsFor(product: Product, person: Person, permission: PermissionKey, limit = 100): readonly RecordAnswer[] {
  const world = product.world(person);
  return product.store.query({ entity: permission.entity, conditions: [], limit }).flatMap(({ id }) => {
    const record = world.record(permission.entity, id);
    return record === null ? [] : [{ id, label: labelOf(world.index, record), refusal: whyNot(world, record, permission) }];
  });
}

/** Why the person may not do this to the record now; null: they may. */
export function whyNot(world: World, record: RecordValue, permission: PermissionKey): Refusal | null {
  const { entity, field, operation } = permission;
  const rows = transitionsOf(world.index, permission);
  const roles = rows.length === 0 ? null : forOtherRoles(world, entity, operation);
  if (roles !== null) return roles;
  const refused = unreachable(world, entity, record, [{ operation, field, grant: grantOf(world, permission) }], 'person');
  if (refused !== null) return refused;
  if (operation === 'read') return field === null || world.access.seesField(record, field) ? null : notFound(world, entity);
  if (rows.length === 0) return null;
  const possible = candidates(world, record, rows, operation, 'person');
  if ('refusal' in possible) return possible.refusal;
  return firstOpen(world, possible.rows, record, operation).refusal;
}

function grantOf({ access }: World, { entity, field, operation }: PermissionKey): Grant {
  return (field === null ? null : access.grant(entity, operation, field)) ?? access.grant(entity, operation);
}
