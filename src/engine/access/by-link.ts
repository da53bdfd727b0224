import { rowEquals } from '../world/row-query.ts';
import type { World } from '../world/world.ts';

/** Generated secrets are longer; shorter texts are never looked up. */
const shortest = 16;

/**
 * Applies roles by link: a route parameter named like a secret field opens the record with this
 * secret. A wrong secret opens nothing, which looks like a missing record.
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
