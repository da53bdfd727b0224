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
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { documentOf, type Ring } from '../../testing/rings.ts';
import { drawnDocument, sketchDocument } from './document.ts';

const wide: Ring = { workers: 5, states: ['idle', 'waiting', 'busy'], waitsFor: [[], [2], []] };
const rings: readonly Ring[] = [
  wide,
  { workers: 4, states: ['idle', 'busy', 'done'], waitsFor: [[1], [], [0]] },
  { workers: 4, states: ['idle', 'waiting', 'busy'], waitsFor: [[], [0], []] },
  { workers: 5, states: ['idle', 'busy'], waitsFor: [[], []] },
];

/** Everything that a search finds in a few worlds, and how often an operation was run for it. */
async function searched(
  text: string,
  remembers: boolean,
  states = 25,
  examples = false,
): Promise<{ readonly found: unknown; readonly runs: number; readonly bytes: number }> {
  const model = readModel(text);
  const bounds = { ...defaultBounds, records: 2, examples, create: !examples };
  const cone = coneOf(model, bounds.records);
  const world = smallWorld(model, examples, cone);
  const stepper = new Stepper(world, cone, remembers);
  const tally = new Tally(model);

  const lister = new MoveLister(world.product, cone, bounds);
  const { worlds, transitions, depth } = await search({ world, cone, stepper, lister }, world.start, tally, {
    states,
    stop: () => false,
  });
  const texts = Array.from({ length: worlds.count }, (_, number) => worlds.view(number).state.cells.map(({ record }) => record));
  const rows = [...tally.rows].map(([row, { guardFalse, refused, heldForOthers, done, notFired }]) => [
    row,
    done > 0,
    heldForOthers,
    guardFalse?.from ?? null,
    refused?.from ?? null,
    notFired?.from ?? null,
  ]);
  const { edges: all } = tally;
  // Steps that are known to lead to an earlier world come before the others of theirs.
  const edges = Array.from({ length: all.count }, (_, edge) =>
    JSON.stringify([all.from(edge), all.to(edge), all.by(edge), all.places(edge)]),
  ).sort();
  expect(all.whole).toBe(true);
  const found = { transitions, depth, texts, rows, raised: [...tally.raised].sort(), asked: [...tally.evaluatedRules].sort(), edges };
  return { found, runs: stepper.runs, bytes: worlds.packed.bytes / worlds.count };
}

test('in random documents, remembered operations and packed worlds are what the operations do', async () => {
  const runs = { plain: 0, remembered: 0 };
  for (const drawn of fc.sample(drawnDocument, { numRuns: 12, seed: 5 })) {
    const { text } = sketchDocument(drawn);
    const [plain, remembered] = [await searched(text, false), await searched(text, true)];
    expect(remembered.found).toEqual(plain.found);
    runs.plain += plain.runs;
    runs.remembered += remembered.runs;
  }
  expect(runs.remembered).toBeLessThan(runs.plain * 0.9);
}, 240_000);

test('in the helpdesk too, where records are deleted with others', async () => {
  const [plain, remembered] = [await searched(helpdesk, false, 150), await searched(helpdesk, true, 150)];
  expect(remembered.found).toEqual(plain.found);
}, 240_000);

test.each(rings)('in a ring, steps that do not touch each other are done once, and no world is missing: %o', async (ring) => {
  const [plain, remembered] = [await searched(documentOf(ring), false, 2000, true), await searched(documentOf(ring), true, 2000, true)];
  expect(remembered.found).toEqual(plain.found);
});

test('a world takes at most 48 bytes, with the step that led to it', async () => {
  const { bytes } = await searched(documentOf({ ...wide, workers: 9 }), true, 20_000, true);
  expect(bytes).toBeLessThanOrEqual(48);
});
