import { expect, test } from 'vitest';
import { turnsOf } from './limits.ts';

test('points where an outcome changes are found to the unit, also where the way ends', () => {
  const outcome = (value: number): string | null => (value > 700 ? null : value < 34 ? '422 TOO_FEW' : '201');
  expect(turnsOf(outcome)).toEqual([33]);
  expect(turnsOf((value) => (value < 34 ? null : String(value > 5000)))).toEqual([5000]);
});

test('where it is known without an outcome whether a way leads on, the search needs few outcomes', () => {
  const sent: number[] = [];
  const leads = (value: number): boolean => value <= 700;
  const outcome = (value: number): string | null => {
    sent.push(value);
    return leads(value) ? '201' : null;
  };
  expect(turnsOf(outcome, undefined, leads)).toEqual([]);
  expect(sent).toEqual([0, 1, 10, 100, 700]);
});
