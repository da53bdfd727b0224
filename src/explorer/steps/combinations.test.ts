import fc from 'fast-check';
import { expect, test } from 'vitest';
import { combined, countCombinations, paired } from './combinations.ts';

const lists = fc
  .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 })
  .map((lengths) => lengths.map((length) => Array.from({ length }, (_, at) => at)));

const pairsIn = (rows: Iterable<readonly number[]>): ReadonlySet<string> =>
  new Set(
    [...rows].flatMap((row) => row.flatMap((a, one) => row.flatMap((b, other) => (one < other ? [`${one} ${a} ${other} ${b}`] : [])))),
  );

test('pairs occur as often as in all combinations, which are never more', () => {
  fc.assert(
    fc.property(lists, (some) => {
      const all = [...combined(some)];
      const few = [...paired(some)];
      expect(all).toHaveLength(countCombinations(some));
      expect(new Set(few.map(String)).size).toBe(few.length);
      expect(new Set(all.map(String))).toEqual(new Set([...all, ...few].map(String)));
      expect(pairsIn(few)).toEqual(pairsIn(all));
    }),
  );
});

test('pairs need far fewer combinations, and begin with those that differ from the first in one value', () => {
  const some = Array.from({ length: 10 }, () => [0, 1, 2, 3]);
  const rows = [...paired(some)];
  expect(countCombinations(some)).toBe(1_048_576);
  expect(rows.length).toBeLessThan(80);
  expect(rows.slice(0, 31).every((row) => row.filter((value) => value > 0).length <= 1)).toBe(true);
});

test('a list without values has no combinations', () => {
  expect([...combined([[1], []])]).toEqual([]);
  expect([...paired([[1], []])]).toEqual([]);
});
