import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { ChoosingFor } from '../form-data.ts';
import type { Given } from '../operation.ts';
import { asTyped } from '../parts/as-typed.ts';
import type { RelationData } from '../record-data.ts';
import type { Records, World } from '../world/world.ts';
import { parametersOf } from './parameters.ts';
import { relationData } from './record-data.ts';

const mostOffered = 200;

/**
 * Records to choose from: those that the person may read, and that the field or the parameter may
 * hold with the values typed so far (`given`).
 */
export function offered(
  world: World,
  entity: string,
  {
    search,
    limit,
    choosing,
    given,
  }: { readonly search: string; readonly limit: number; readonly choosing?: ChoosingFor | undefined; readonly given: Given },
): readonly RelationData[] {
  if (world.index.entity(entity) === null) return [];
  const label = world.index.entity(entity)?.label ?? null;
  const text = search.trim();
  const sort = label === null ? [] : [{ field: label, descending: false }];
  const find = label === null || text === '' ? {} : { search: { text, fields: [label] } };
  const all = world.entity(entity, 'person');
  const records = choosing === undefined ? all : narrowed(world, all, choosing, given);
  const page = records.page({ sort, limit: Math.min(Math.max(limit, 1), mostOffered), ...find });
  return page.records.map((record) => relationData(world, record));
}

function narrowed(world: World, all: Records, choosing: ChoosingFor, given: Given): Records {
  const choices = choicesOf(world, choosing);
  if (choices === null || choices.node === null || world.index.dependsOnHole(choices)) return all;
  const self = selfOf(world, choosing, given);
  // Several records at once: each event says for itself what it refuses.
  if (self === null) return all;
  return all.where(choices.node, null, world.scope(self, undefined, 'person'));
}

/** What a field says may be chosen, or the parameter of an event. */
function choicesOf(world: World, { entity, field, event }: ChoosingFor): Expression | null {
  if (event === undefined) return world.index.field(entity, field)?.choices ?? null;
  for (const { transition } of world.index.rowsOf(entity, event)) {
    const parameter = parametersOf(transition).find(({ name }) => name.text === field);
    if (parameter === undefined) continue;
    return parameter.field === null ? parameter.choices : (world.index.field(entity, parameter.field)?.choices ?? null);
  }
  return null;
}

/** The record as it would be; of an event's own parameter as it is. */
function selfOf(world: World, { entity, event, id }: ChoosingFor, given: Given): RecordValue | null {
  const record = id === null ? null : world.record(entity, id);
  if (record !== null && !world.access.mayRead(record)) return null;
  const of = world.index.entity(entity);
  if (of === null || (record === null && (id !== null || event !== undefined))) return null;
  return event === undefined ? asTyped(world, of, record, given) : record;
}
