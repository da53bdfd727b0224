import { rowEquals } from '../world/row-query.ts';
import type { World } from '../world/world.ts';

/** A secret of the product is longer; nothing shorter is looked up. */
const shortest = 16;

/**
 * Roles by link: a parameter of a route that is called like a secret field opens the record with
 * this secret. What does not fit opens nothing, and the answer is that of a missing record.
 */
export function unlockBy(world: World, parameters: ReadonlyMap<string, string>): void {
  const { model } = world.index;
  for (const role of model.roles) {
    if (!role.byLink || role.of === null) continue;
    const entity = role.of.text;
    for (const [name, text] of parameters) {
      if (world.index.field(entity, name)?.type.kind !== 'secret' || text.length < shortest) continue;
      const condition = { node: rowEquals(world, entity, name, text), variable: null, scope: world.scope(null) };
      const [found] = world.store.query({ entity, conditions: [condition], limit: 1 });
      const record = found === undefined ? null : world.record(entity, found.id);
      if (record !== null) world.access.unlock(record, { name, text });
    }
  }
}
