import type { RecordValue } from '../../expression/values/value.ts';
import type { Transition } from '../../model/ast/states.ts';
import { guardHolds } from '../change/transitions.ts';
import { rowNodeOf } from '../world/row-node.ts';
import type { World } from '../world/world.ts';

/** Whether the guard of a transition without parameters holds for a record. */
export type Guards = (transition: Transition, record: RecordValue) => boolean;

export const guardsOf =
  (world: World): Guards =>
  (transition, record) =>
    guardHolds(world, transition, record, new Map());

/**
 * Like `guardsOf`, for records of an entity that are shown together. If a guard reads other records
 * and the database can evaluate it, one query covers all of them.
 */
export function guardsTogether(world: World, entity: string, ids: readonly string[]): Guards {
  const { index, store } = world;
  const byOne = guardsOf(world);
  /**
   * By transition: the ids for which its guard holds, or null if each record is evaluated
   * separately.
   */
  const known = new Map<Transition, () => ReadonlySet<string> | null>();
  const holding = ({ guard, guardHole }: Transition): ReadonlySet<string> | null => {
    if (guard === null || guardHole || index.dependsOnHole(guard) || ids.length < 2) return null;
    const node = rowNodeOf(guard);
    if (node === null || index.entitiesIn(node)?.size === 0) return null;
    const scope = world.scope(null);
    if (!store.ordersBy(entity, { node, scope })) return null;
    return new Set(store.query({ entity, conditions: [{ node, variable: null, scope }], ids }).map(({ id }) => id));
  };
  return (transition, record) => {
    let found = known.get(transition);
    if (found === undefined) known.set(transition, (found = once(() => holding(transition))));
    const those = found();
    return those === null ? byOne(transition, record) : those.has(record.id);
  };
}

/**
 * Calls `act` once and keeps its result, even an exception: a pending answer is pending for all
 * records.
 */
function once<T>(act: () => T): () => T {
  try {
    const done = act();
    return () => done;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
