import fc from 'fast-check';
import { expect, test } from 'vitest';
import { defaultBounds } from '../../src/explorer/document/bounds.ts';
import { coneOf } from '../../src/explorer/document/cone.ts';
import { Tally } from '../../src/explorer/findings/tally.ts';
import { search } from '../../src/explorer/search/search.ts';
import { MoveLister } from '../../src/explorer/steps/moves.ts';
import { Stepper } from '../../src/explorer/steps/stepper.ts';
import { smallWorld } from '../../src/explorer/world/small-world.ts';
import { readModel } from '../../src/model/read.ts';
import { rounds } from '../../testing/rounds.ts';
import { type Deep, deepDocument, drawnDeep, features } from './deep-document.ts';
import { plainWorlds, wayTo } from './plain-search.ts';

/** The worlds of the explorer; null: there are more than `states`. */
async function explored({ text, most, describe }: Deep, states: number): Promise<ReadonlySet<string> | null> {
  const model = readModel(text);
  const bounds = { ...defaultBounds, perEntity: new Map(Object.entries(most)), records: 2 };
  const cone = coneOf(model, bounds.records);
  const world = smallWorld(model, false, cone);
  const stepper = new Stepper(world, cone);
  const lister = new MoveLister(world.product, cone, bounds);
  const { worlds, complete } = await search({ world, cone, stepper, lister }, world.start, new Tally(model), { states, stop: () => false });
  if (!complete) return null;
  const fields = new Map(model.machines.map(({ entity, field }) => [entity, field]));
  const described = Array.from({ length: worlds.count }, (_, number) => {
    const { cells, time } = worlds.view(number).state;
    const seen = cells.map(({ entity, record, entered, refused, sent }) => {
      const at = entered.find(([field]) => field === fields.get(entity))?.[1] ?? time;
      return { entity, record, age: time - at, late: refused.length, waits: sent.length };
    });
    return describe(seen, time);
  });
  return new Set(described);
}

/** Larger documents are left out: a plain search takes about four milliseconds a world. */
const states = 600;

/** Smaller ones as well: they show little. */
const few = 60;

test('in random documents, the explorer finds the worlds that a plain search finds', async () => {
  const tried = new Map<string, number>();
  let all = 0;
  for (const drawn of fc.sample(drawnDeep, rounds(16))) {
    const deep = deepDocument(drawn);
    const found = await explored(deep, states);
    if (found === null || found.size < few) continue;
    const plain = plainWorlds({ ...deep, states });
    const missing = [...(plain?.keys() ?? [])].filter((one) => !found.has(one));
    const extra = [...found].filter((one) => plain?.has(one) === false);
    const wrong = { tooMany: plain === null, missing: missing.slice(0, 1).map((one) => wayTo(plain ?? new Map(), one)), extra };
    expect(wrong, deep.text).toEqual({ tooMany: false, missing: [], extra: [] });
    all += found.size;
    for (const feature of deep.features) tried.set(feature, (tried.get(feature) ?? 0) + 1);
  }
  expect(all).toBeGreaterThan(1000);
  for (const feature of features) expect(tried.get(feature), feature).toBeGreaterThan(0);
}, 240_000);
