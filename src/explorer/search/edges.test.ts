import { expect, test } from 'vitest';
import { documentOf, type Ring } from '../../../testing/rings.ts';
import { readModel } from '../../model/read.ts';
import { defaultBounds } from '../document/bounds.ts';
import { coneOf } from '../document/cone.ts';
import { Tally } from '../findings/tally.ts';
import { MoveLister } from '../steps/moves.ts';
import { Stepper } from '../steps/stepper.ts';
import { smallWorld } from '../world/small-world.ts';
import { Edges } from './edges.ts';
import { search } from './search.ts';

const nothing = { whole: false, count: 0 };

test('edges are kept up to the limit, and dropped altogether beyond it', () => {
  const edges = new Edges(3);
  edges.add(0, 1, 2, 'person');
  edges.add(0, 2, () => [1, -1], 'time');
  edges.defer(1, 7);
  expect(edges).toMatchObject({ whole: true, count: 3 });
  edges.settle((from, step) => ({ to: from + step, places: 1 }));
  const kept = Array.from({ length: 3 }, (_, edge) => [edges.from(edge), edges.to(edge), edges.by(edge), edges.places(edge)]);
  expect(kept).toEqual([
    [0, 1, 'person', [0, 1]],
    [0, 2, 'time', [1, -1]],
    [1, 8, 'person', [0]],
  ]);
  edges.add(2, 0, 1, 'person');
  expect(edges).toMatchObject(nothing);
  // Edges that are added later must not pass for all of them.
  edges.add(2, 1, 1, 'person');
  edges.defer(2, 1);
  expect(edges).toMatchObject(nothing);
});

test('a deferred step that leads to no known world drops all edges', () => {
  const edges = new Edges();
  edges.add(0, 1, 1, 'person');
  edges.defer(1, 4);
  edges.defer(1, 5);
  const asked: number[] = [];
  edges.settle((_, step) => {
    asked.push(step);
    return { to: -1, places: 1 };
  });
  expect(edges).toMatchObject(nothing);
  expect(asked).toEqual([4]);
});

const ring: Ring = { workers: 4, states: ['idle', 'busy', 'done'], waitsFor: [[1], [], [0]] };

/** Searches a ring while keeping at most this many edges. */
async function searched(most: number) {
  const model = readModel(documentOf(ring));
  const bounds = { ...defaultBounds, examples: true, create: false };
  const cone = coneOf(model, bounds.records);
  const world = smallWorld(model, true, cone);
  const parts = { world, cone, stepper: new Stepper(world, cone), lister: new MoveLister(world.product, cone, bounds) };
  const tally = Object.assign(new Tally(model), { edges: new Edges(most) });
  const { worlds, transitions, complete } = await search(parts, world.start, tally, { states: 10_000, stop: () => false });
  return { worlds: worlds.count, transitions, complete, edges: tally.edges };
}

test('a search with too many steps to keep finds the same worlds', async () => {
  const all = await searched(1_000_000);
  expect(all.edges).toMatchObject({ whole: true, count: all.transitions });
  const { edges, ...exact } = await searched(all.transitions);
  expect(edges.whole).toBe(true);
  const few = await searched(all.transitions - 1);
  expect(few.edges).toMatchObject(nothing);
  for (const other of [exact, few]) expect(other).toMatchObject({ worlds: all.worlds, transitions: all.transitions, complete: true });
});
