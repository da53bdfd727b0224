import { expect, it } from 'vitest';
import { fraction, slicePath, ticks } from './chart-shapes.ts';

it('marks of a scale are round and cover all values', () => {
  expect(ticks([3, 8, 22])).toEqual([0, 10, 20, 30]);
  expect(ticks([0.1, 0.35])).toEqual([0, 0.1, 0.2, 0.3, 0.4]);
  expect(ticks([-5, 5])).toEqual([-5, 0, 5]);
  expect(ticks([])).toEqual([0, 1]);
  expect(ticks([1e9])).toContain(1e9);
  expect(ticks([1])).toEqual([0, 1]);
  expect(ticks([3, 1])).toEqual([0, 1, 2, 3]);
  expect(ticks([1, 0.5])).toEqual([0, 0.5, 1]);
});

it('calculates portions and slices', () => {
  expect(fraction(5, 0, 10)).toBe(0.5);
  expect(fraction(5, 5, 5)).toBe(0);
  expect(slicePath(0, 1)).not.toContain('NaN');
  expect(slicePath(0, 0.25, 0)).toMatch(/^M 0\.0000 -1\.0000 A 1 1 0 0 1 1\.0000 0\.0000/);
});
