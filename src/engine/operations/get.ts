import type { Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import { notFound } from '../access/reach.ts';
import { deniedBy } from '../change/refusals.ts';
import { defineOperation, refuse } from '../operation.ts';
import type { Refusal } from '../outcome.ts';
import type { Authority, World } from '../world/world.ts';

export interface GetInput {
  readonly entity: string;
  readonly where: Expression;
  /** The error to use instead of NOT_FOUND. */
  readonly error?: string | undefined;
  /** The scope of `where`. */
  readonly scope: Scope;
  readonly authority: Authority;
}

export const get = defineOperation<GetInput, RecordValue>({
  name: 'get',
  summary: 'Finds exactly one record, or refuses with NOT_FOUND or the error after `else`.',
  decide(world, { entity, where, error, scope, authority }) {
    const refused = authority === 'person' ? unreadable(world, entity) : null;
    if (refused !== null) return refuse(refused);
    if (world.index.entity(entity) === null || where.node === null) return refuse(notFound(world, entity, error));
    const visibility = authority === 'person' ? 'person' : 'product';
    const { records } = world.entity(entity, visibility).where(where.node, null, scope).page({ limit: 2 });
    const [record] = records;
    if (record === undefined || records.length > 1) return refuse(notFound(world, entity, error));
    return { changes: [], write: null, result: record };
  },
});

/**
 * The refusal if no role of the person may read the entity. A condition does not refuse a list but
 * filters it.
 */
export function unreadable(world: World, entity: string): Refusal | null {
  const grant = world.access.grant(entity, 'read');
  return grant.kind === 'no' ? deniedBy(world, grant) : null;
}
