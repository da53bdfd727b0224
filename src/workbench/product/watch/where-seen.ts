import type { Address } from '../../../engine/record-data.ts';
import { addressIn, addressOf } from '../../../engine/screens/addresses.ts';
import { readOrNull } from '../../../engine/world/labels.ts';
import type { World } from '../../../engine/world/world.ts';
import { isRecord, type RecordValue } from '../../../expression/values/value.ts';
import type { ScenarioRow } from '../../../model/ast/people.ts';
import type { ScenarioStep } from '../../../verify/scenario-steps.ts';
import type { ScenarioPlay } from '../../../verify/scenarios.ts';

/** Returns where the actor of a row sees the result; null if they may open no such screen. */
export function whereSeen(play: ScenarioPlay, row: ScenarioRow, steps: readonly ScenarioStep[]): Address | null {
  const world = play.product.world(play.acted());
  const named = [...play.bound.values()].flatMap((value) => (isRecord(value) ? [value] : []));
  const touched = steps.flatMap(({ entity, id }) => world.record(entity, id, 'person') ?? []);
  // A refused attempt is shown where its result would have appeared.
  const words = new Set(row.do.source.split(/[^\p{L}\p{N}_]+/u));
  const meant = [...play.bound].flatMap(([name, value]) => (isRecord(value) && words.has(name) ? [value] : []));
  const about = [...touched, ...meant.reverse()].flatMap((record) => world.record(record.entity, record.id, 'person') ?? []);
  const expected = row.expect.kind === 'sees' ? world.index.screen(row.expect.screen.text) : null;
  if (expected !== null) {
    const record = [...about, ...named.reverse()].find(({ entity }) => entity === expected.about?.text) ?? null;
    const address = addressIn(world, expected, record);
    if (address !== null) return address;
  }
  for (const record of about) {
    const address = addressOf(world, record) ?? addressNear(world, record);
    if (address !== null) return address;
  }
  return null;
}

/**
 * Returns the nearest screen that shows the record: a comment without a screen of its own appears
 * on that of its ticket.
 */
function addressNear(world: World, record: RecordValue): Address | null {
  const entity = world.index.entity(record.entity);
  const account = world.index.model.account?.entity.text;
  for (const { name, type } of entity?.fields ?? []) {
    if (type.kind !== 'relation' || type.entity.text === account) continue;
    const value = readOrNull(record, name.text);
    const address = isRecord(value) ? addressOf(world, value) : null;
    if (address !== null) return address;
  }
  return null;
}
