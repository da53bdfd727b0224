import { ownFields } from '../../engine/screens/record-data.ts';
import { readOrNull } from '../../engine/world/labels.ts';
import type { World } from '../../engine/world/world.ts';
import { weightOf } from '../../expression/evaluate/weight.ts';
import { type Json, toJson } from '../../expression/values/json.ts';
import type { RecordValue, Value } from '../../expression/values/value.ts';
import { isSecret } from '../../model/types/traits.ts';

/**
 * The JSON that a call returns for a value. A record has all fields that the person may read;
 * relations are ids; passwords and other secrets are left out.
 */
export function returnedJson(world: World, value: Value): Json {
  return toJson(value, (record) => recordJson(world, record));
}

function recordJson(world: World, given: RecordValue): Json {
  const record = world.record(given.entity, given.id, 'person');
  if (record === null) return null;
  // Object.fromEntries instead of an object literal, because a field may be called __proto__.
  return Object.fromEntries([
    ['id', record.id],
    ...ownFields(world, record.entity)
      .filter((name) => !isSecret(world.index.field(record.entity, name)) && world.access.seesField(record, name))
      .map((name): [string, Json] => {
        const value = readOrNull(record, name);
        // Counted each time, because a record may occur many times in a response.
        world.budget.spend(1 + weightOf(value));
        return [name, toJson(value)];
      }),
  ]);
}
