import type { RecordValue } from '../../expression/values/value.ts';
import type { Transition } from '../../model/ast/states.ts';
import { guardHolds } from '../change/transitions.ts';
import { rowNodeOf } from '../world/row-node.ts';
import type { World } from '../world/world.ts';

/** Whether the guard of a transition that takes nothing holds for a record. */
export type Guards = (transition: Transition, record: RecordValue) => boolean;

export const guardsOf =
  (world: World): Guards =>
  (transition, record) =>
    guardHolds(world, transition, record, new Map());

/**
 * The same for records of an entity that are shown together. The database is asked once for all of
 * them where a guard looks at other records, and it can evaluate the guard.
 */
export function guardsTogether(world: World, entity: string, ids: readonly string[]): Guards {
  const { index, store } = world;
  const byOne = guardsOf(world);
  /** Gives those for which it holds; null: each is evaluated by itself. */
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

/** Is done once, also where it throws: an answer may be pending, for all records alike. */
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
