import type { Expression } from '../../expression/expression.ts';
import type { RecordValue } from '../../expression/values/value.ts';
import type { ChoosingFor } from '../form-data.ts';
import { givenOf } from '../given.ts';
import type { Given } from '../operation.ts';
import { draftRecord, type Owner } from '../parts/as-typed.ts';
import type { RelationData } from '../record-data.ts';
import type { Records, World } from '../world/world.ts';
import { parametersOf } from './parameters.ts';
import { relationData } from './record-data.ts';

const mostOffered = 200;
/**
 * Maximum number of records checked when choosing for several; those beyond it are refused by the
 * command itself.
 */
const mostTogether = 50;

/**
 * Records to choose from: those that the person may read, and that the field's or parameter's
 * choices allow for the values typed so far (`given`).
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
  const { node } = choices;
  const ids = choices.reads.self.length === 0 ? [] : (choosing.ids ?? []).slice(0, mostTogether);
  const selves = ids.length === 0 ? [selfOf(world, choosing, given)] : ids.map((id) => selfOf(world, { ...choosing, id }, given));
  if (choices.reads.self.length > 0 && selves.includes(null)) return all;
  // A record chosen for several records must be allowed for each of them.
  return selves.reduce((left, self) => left.where(node, null, world.scope(self, undefined, 'person')), all);
}

/** The choices of a field, or of a parameter of an event; null if all records are allowed. */
function choicesOf(world: World, { entity, field, event }: ChoosingFor): Expression | null {
  if (event === undefined) return world.index.field(entity, field)?.choices ?? null;
  for (const { transition } of world.index.rowsOf(entity, event)) {
    const parameter = parametersOf(transition).find(({ name }) => name.text === field);
    if (parameter === undefined) continue;
    return parameter.field === null ? parameter.choices : (world.index.field(entity, parameter.field)?.choices ?? null);
  }
  return null;
}

/** The record as typed; for a parameter of an event, the stored record. */
function selfOf(world: World, choosing: ChoosingFor, given: Given): RecordValue | null {
  const { entity, event, id } = choosing;
  const record = id === null ? null : world.record(entity, id);
  if (record !== null && !world.access.mayRead(record)) return null;
  const of = world.index.entity(entity);
  if (of === null || (record === null && (id !== null || event !== undefined))) return null;
  return event === undefined ? draftRecord(world, of, record, given, ownerOf(world, choosing)) : record;
}

/** The record that a line belongs to, as typed in the same form. */
function ownerOf(world: World, { entity, owner }: ChoosingFor): Owner | null {
  const type = owner === undefined ? undefined : world.index.field(entity, owner.by)?.type;
  if (owner === undefined || type?.kind !== 'relation' || type.entity.text !== owner.entity) return null;
  const of = world.index.entity(owner.entity);
  const record = owner.id === null ? null : world.record(owner.entity, owner.id);
  if (of === null || (owner.id !== null && (record === null || !world.access.mayRead(record)))) return null;
  return { by: owner.by, record: draftRecord(world, of, record, givenOf(owner.values)) };
}
