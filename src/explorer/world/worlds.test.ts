import { expect, test } from 'vitest';
import { hashAt, hashOf, Worlds } from './worlds.ts';

test('keys are found again, even long ones and great numbers', () => {
  const worlds = new Worlds();
  const keys = Array.from({ length: 800 }, (_, number) => Int32Array.from({ length: (number % 400) + 1 }, (__, at) => number * at));
  const find = (key: Int32Array): number => worlds.find(key, key.length, hashOf(key, key.length));
  for (const key of keys) if (find(key) < 0) worlds.add(key, key.length, -1, 0);
  const found = keys.map((key) => {
    const read = new Int32Array(worlds.longest);
    return read.slice(0, worlds.read(find(key), read));
  });
  expect(found).toEqual(keys);
});

test('the hash of a key can be computed from that of a key which differs in one place', () => {
  const key = Int32Array.from([5, 1000, 0, 77]);
  const other = Int32Array.from([5, 1000, 9, 77]);
  expect(hashOf(key, 4) ^ hashAt(2, 0) ^ hashAt(2, 9)).toBe(hashOf(other, 4));
  expect(hashOf(other, 4)).not.toBe(hashOf(key, 4));
});
