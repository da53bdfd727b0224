import { expect, test } from 'vitest';
import type { Value } from '../values/value.ts';
import { BoundName } from './bound-name.ts';

const outer: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['a', 1],
  ['b', null],
]);

test.each(['c', 'a'])('equals the map with “%s” set', (name) => {
  const whole = new Map(outer).set(name, 'x');
  const bound = new BoundName(outer, name, 'x');
  expect(bound.size).toBe(whole.size);
  for (const key of ['a', 'b', 'c', 'd']) expect([bound.has(key), bound.get(key)]).toEqual([whole.has(key), whole.get(key)]);
  expect([...bound]).toEqual([...whole]);
  expect(new Map(bound)).toEqual(whole);
  expect([[...bound.keys()], [...bound.values()], [...bound.entries()]]).toEqual([
    [...whole.keys()],
    [...whole.values()],
    [...whole.entries()],
  ]);
  const seen: [string, Value][] = [];
  bound.forEach((value, key) => {
    seen.push([key, value]);
  });
  expect(seen).toEqual([...whole]);
});

test('can be nested', () => {
  const both = new BoundName(new BoundName(outer, 'c', 'x'), 'd', 'y');
  expect([both.size, both.get('a'), both.get('c'), both.get('d'), both.get('e')]).toEqual([4, 1, 'x', 'y', undefined]);
});
