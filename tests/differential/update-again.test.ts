import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedPlatform } from '../../src/base/platform.ts';
import { fieldGrant } from '../../src/engine/access/reach.ts';
import { cheapHasher } from '../../src/engine/account/hasher.ts';
import { exampleRecords, seedExamples } from '../../src/engine/change/seed.ts';
import { create } from '../../src/engine/operations/create.ts';
import { update } from '../../src/engine/operations/update.ts';
import { createProduct } from '../../src/engine/product.ts';
import type { Value } from '../../src/expression/values/value.ts';
import { readModel } from '../../src/model/read.ts';
import { createMemoryStore } from '../../src/store/memory/memory-store.ts';
import { type Drawn, drawnDocument, sketchDocument } from './document.ts';
import { valueFor } from './operations.ts';

const yes = 1;

/** Documents in which plain people create and read everything, and update under a condition. */
const conditional = drawnDocument.map(
  ({ entities }): Drawn => ({
    entities: entities.map((entity) => ({
      ...entity,
      rules: [],
      // The owner is drawn more often than not: most conditions about people look at it.
      relations: [true, ...entity.relations.slice(1)],
      cells: entity.cells.map((cell, place) => (place === 6 || place === 7 ? yes : place === 8 ? 5 * (cell % 60) + 3 : cell)),
    })),
  }),
);

const values = fc.array(fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 99 })), { minLength: 1, maxLength: 3 });
const operations = fc.array(fc.record({ person: fc.nat({ max: 1 }), entity: fc.nat({ max: 1 }), record: fc.nat({ max: 9 }), values }), {
  minLength: 10,
  maxLength: 20,
});

test('an update leaves a record that the same person may update again, unless the cell uses “old”', () => {
  let [again, refusedAfter] = [0, 0];
  fc.assert(
    fc.property(conditional, operations, (drawn, updates) => {
      const sketch = sketchDocument(drawn);
      const model = readModel(sketch.text);
      const product = createProduct({ model, store: createMemoryStore(model), platform: fixedPlatform(), hasher: cheapHasher });
      seedExamples(product);
      const people = Object.values(exampleRecords(product)).map(({ id }) => product.as(id));
      const idsOf = (entity: string): readonly string[] => product.store.query({ entity, conditions: [] }).map(({ id }) => id);
      for (const [place, name] of ['a', 'b', 'c', 'xyz'].entries())
        for (const entity of sketch.entities)
          product.perform(people[place % 2] ?? product.as(null), create, {
            entity: entity.name,
            values: new Map([['name', name]]),
            authority: 'person',
          });
      for (const { person: who, entity: which, record: number, values: given } of updates) {
        const person = people[who];
        const entity = sketch.entities[which % sketch.entities.length];
        const ids = entity === undefined ? [] : idsOf(entity.name);
        const id = ids[number % Math.max(1, ids.length)];
        if (person === undefined || entity === undefined || id === undefined) continue;
        const written = new Map(
          given.flatMap(([column, chosen]): [string, Value][] => {
            const field = entity.columns[column % entity.columns.length];
            // Members have rows of their own.
            return field === undefined || field.name === 'friends' ? [] : [[field.name, valueFor(field, chosen, idsOf)]];
          }),
        );
        const outcome = product.perform(person, update, { entity: entity.name, id, values: written, authority: 'person' });
        if (!outcome.ok) {
          if (outcome.refusals.some(({ because }) => because.endsWith('for the record after the change'))) refusedAfter++;
          continue;
        }
        const world = product.world(person);
        const record = world.record(entity.name, id);
        for (const field of written.keys()) {
          const grant = fieldGrant(world, entity.name, 'update', field);
          if (grant.kind !== 'when' || grant.cells.some(({ old }) => old)) continue;
          again++;
          expect(record !== null && world.access.isGranted(grant, record)).toBe(true);
        }
      }
    }),
    { numRuns: 60, seed: 5 },
  );
  // It is worth it: both happen.
  expect(again).toBeGreaterThan(50);
  expect(refusedAfter).toBeGreaterThan(10);
}, 120_000);
