import { expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { carry, difference } from './difference.ts';

test('only what differs is replaced', () => {
  expect(difference('a b c', 'a b c')).toBeNull();
  expect(difference('one two three', 'one 2 three')).toEqual({ from: 4, to: 7, insert: '2' });
  for (const [from, to] of [
    ['', 'x'],
    ['x', ''],
    ['aaa', 'aa'],
    ['abab', 'ab'],
    ['ab', 'abab'],
  ] as const) {
    const change = difference(from, to);
    expect(change && applyEdits(from, [change])).toBe(to);
  }
});

test('a place is carried over an edit', () => {
  const edit = difference('one two three', 'one 2 three');
  expect(carry({ from: 0, to: 3 }, edit)).toEqual({ from: 0, to: 3 });
  expect(carry({ from: 8, to: 13 }, edit)).toEqual({ from: 6, to: 11 });
  expect(carry({ from: 5, to: 6 }, edit)).toEqual({ from: 4, to: 4 });
  expect(carry({ from: 5, to: 6 }, null)).toEqual({ from: 5, to: 6 });
});
