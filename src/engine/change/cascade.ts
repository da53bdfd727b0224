import type { StoredRecord } from '../../store/store.ts';
import type { World } from '../world/world.ts';
import { allRemoved, type MembersChanged } from './audit.ts';

/** An effect of a deletion on another record, which the database applies by itself. */
export interface CascadeEffect {
  readonly entity: string;
  readonly before: StoredRecord;
  /**
   * `delete`: also deleted (on delete cascade). `update`: its relation is cleared. `remove`: its
   * list loses the record.
   */
  readonly operation: 'delete' | 'update' | 'remove';
  /** For `delete`: all of its lists; otherwise those that lose a member. */
  readonly members: MembersChanged;
}

/** Collects the effects before a deletion: cascading deletions first, in the order found. */
export function cascadeEffectsOf(world: World, entity: string, id: string): readonly CascadeEffect[] {
  const { schema } = world.index;
  const going = new Map<string, { readonly entity: string; readonly record: StoredRecord }>();
  const cleared = new Map<string, { readonly entity: string; readonly record: StoredRecord }>();
  const waiting: [string, string][] = [[entity, id]];
  const removedKeys = new Set([key(entity, id)]);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [of, to] = next;
    for (const table of schema.tables) {
      for (const column of table.columns) {
        if (column.target !== of || (column.onDelete !== 'cascade' && column.onDelete !== 'clear')) continue;
        for (const record of world.store.query({ entity: table.entity, conditions: [], related: { field: column.field, id: to } })) {
          const name = key(table.entity, record.id);
          if (removedKeys.has(name)) continue;
          if (column.onDelete === 'clear') cleared.set(name, { entity: table.entity, record });
          else {
            removedKeys.add(name);
            going.set(name, { entity: table.entity, record });
            waiting.push([table.entity, record.id]);
          }
        }
      }
    }
  }
  const deleted = [...going.values()].map(
    ({ entity: of, record }): CascadeEffect => ({
      entity: of,
      before: record,
      operation: 'delete',
      members: allRemoved(membersOf(world, of, record.id)),
    }),
  );
  const losing = lists(world, removedKeys);
  const emptied = [...cleared.entries()].flatMap(([name, { entity: of, record }]): CascadeEffect[] =>
    removedKeys.has(name) ? [] : [{ entity: of, before: record, operation: 'update', members: losing.get(name)?.members ?? new Map() }],
  );
  const others = [...losing].flatMap(([name, one]): CascadeEffect[] => (cleared.has(name) ? [] : [{ ...one, operation: 'remove' }]));
  return [...deleted, ...emptied, ...others];
}

/** The record's own lists: member ids by field, without empty lists. */
export function membersOf(world: World, entity: string, id: string): ReadonlyMap<string, readonly string[]> {
  const lists = world.index.schema.links.filter((link) => link.entity === entity);
  return new Map(
    lists.flatMap(({ field }): [string, readonly string[]][] => {
      const ids = world.store.members(entity, field, id);
      return ids.length === 0 ? [] : [[field, ids]];
    }),
  );
}

/** Remaining records with a deleted one in a list, by their keys. */
function lists(world: World, removedKeys: ReadonlySet<string>): ReadonlyMap<string, Omit<CascadeEffect, 'operation'>> {
  const found = new Map<
    string,
    { readonly entity: string; readonly before: StoredRecord; readonly members: Map<string, { readonly from: string[]; readonly to: [] }> }
  >();
  for (const name of removedKeys) {
    const [member = '', id = ''] = JSON.parse(name) as string[];
    for (const { entity, field, target } of world.index.schema.links) {
      if (target !== member) continue;
      for (const record of world.store.query({ entity, conditions: [], related: { field, id } })) {
        const owner = key(entity, record.id);
        if (removedKeys.has(owner)) continue;
        const known = found.get(owner) ?? { entity, before: record, members: new Map() };
        const lost = known.members.get(field)?.from;
        if (lost === undefined) known.members.set(field, { from: [id], to: [] });
        else lost.push(id);
        found.set(owner, known);
      }
    }
  }
  return found;
}

const key = (entity: string, id: string): string => JSON.stringify([entity, id]);
