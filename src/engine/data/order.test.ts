import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { ModelIndex } from '../document/model-index.ts';
import type { Json } from '../record-data.ts';
import type { DataRow } from './data-set.ts';
import { sortByReferences } from './order.ts';

const index = new ModelIndex(
  readModel(`# Specification: Things

## 3. Entities

### Thing

| Field | Type | Required |
|---|---|---|
| needs | Thing | yes |
| likes | Thing | |
| friends | list of Thing | |
`),
);

/** A row with the rows that its fields refer to. */
interface Said {
  readonly needs: number | null;
  readonly likes: number | null;
  readonly friends: readonly number[];
  readonly isOut: boolean;
}

function ordered(said: readonly Said[]) {
  const rows = said.map(({ needs, likes, friends }, place): DataRow => {
    const id = (other: number | null) => (other === null ? null : String(other));
    const values = new Map<string, Json>([
      ['id', String(place)],
      ['needs', id(needs)],
      ['likes', id(likes)],
      ['friends', friends.map(String)],
    ]);
    return { entity: 'Thing', place: String(place), values };
  });
  const isIn = (place: number): boolean => said[place]?.isOut === false;
  return sortByReferences(index, {
    length: rows.length,
    entities: new Set(['Thing']),
    row: (place) => (isIn(place) ? (rows[place] ?? null) : null),
    find: (_entity, id) => (isIn(Number(id)) ? Number(id) : -1),
  });
}

const one = { needs: null, likes: null, friends: [], isOut: false };

test('each row that is not left out occurs once; what it refers to came before, or the field waits', () => {
  const other = fc.option(fc.nat({ max: 9 }), { nil: null });
  const row = fc.record({
    needs: other,
    likes: other,
    friends: fc.uniqueArray(fc.nat({ max: 9 }), { maxLength: 2 }),
    isOut: fc.integer({ min: 0, max: 5 }).map((number) => number === 0),
  });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 10 }), (said) => {
      const { ordered: places, late, lateOf } = ordered(said);
      const isIn = (place: number): boolean => said[place]?.isOut === false;
      expect([...places].sort((a, b) => a - b)).toEqual([...said.keys()].filter(isIn));
      expect([...late].sort((a, b) => a - b)).toEqual([...said.keys()].filter((place) => lateOf(place) !== null));
      const before = new Set<number>();
      for (const place of places) {
        const { needs, likes, friends } = said[place] as Said;
        for (const [field, leads] of Object.entries({ needs: [needs], likes: [likes], friends }))
          for (const to of leads) {
            if (to === null || !isIn(to) || before.has(to)) continue;
            // Only the record itself cannot come before a field that it needs.
            expect(lateOf(place)?.has(field) === true || (to === place && field === 'needs')).toBe(true);
          }
        before.add(place);
      }
    }),
  );
});

test('in a cycle, the row whose fields can wait comes first', () => {
  const {
    ordered: places,
    late,
    lateOf,
  } = ordered([
    { ...one, needs: 1 },
    { ...one, likes: 0 },
    { ...one, needs: 0, likes: 1 },
  ]);
  expect([...places]).toEqual([1, 0, 2]);
  expect(late.map((place) => [place, [...(lateOf(place) ?? [])]])).toEqual([[1, ['likes']]]);
});
