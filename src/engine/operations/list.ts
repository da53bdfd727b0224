import type { Scope } from '../../expression/evaluate/scope.ts';
import type { Expression } from '../../expression/expression.ts';
import type { SortKey } from '../../store/store.ts';
import { notFound } from '../access/reach.ts';
import { defineOperation, refuse } from '../operation.ts';
import type { Authority, Page } from '../world/world.ts';
import { unreadable } from './get.ts';

export interface ListInput {
  readonly entity: string;
  readonly where: Expression | null;
  readonly scope: Scope;
  readonly sort: readonly SortKey[];
  readonly limit: number | null;
  readonly offset: number;
  readonly authority: Authority;
}

export const list = defineOperation<ListInput, Page>({
  name: 'list',
  summary: 'Returns a page of the records that the person may read.',
  decide(world, { entity, where, scope, sort, limit, offset, authority }) {
    const refused = authority === 'person' ? unreadable(world, entity) : null;
    if (refused !== null) return refuse(refused);
    if (world.index.entity(entity) === null) return refuse(notFound(world, entity));
    const all = world.entity(entity, authority === 'person' ? 'person' : 'product');
    // A condition that does not parse matches nothing.
    const node = where === null ? null : where.node;
    const found = where === null ? all : node === null ? world.list({ entity, conditions: [], ids: [] }) : all.where(node, null, scope);
    return { changes: [], write: null, result: found.page({ sort, offset, counts: true, ...(limit === null ? {} : { limit }) }) };
  },
});
