import { expect, test } from 'vitest';
import { Worlds } from './worlds.ts';

test('keys are found again, long ones and great numbers too', () => {
  const worlds = new Worlds();
  const keys = Array.from({ length: 3000 }, (_, number) => Array.from({ length: (number % 400) + 1 }, (__, at) => number * at));
  for (const key of keys) if (worlds.find(key) < 0) worlds.add(-1, 0);
  const found = keys.map((key) => worlds.key(worlds.find(key)));
  expect(found).toEqual(keys);
});
