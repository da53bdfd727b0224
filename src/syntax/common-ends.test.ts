import { expect, test } from 'vitest';
import { applyEdits } from '../base/text-edit.ts';
import { difference } from './common-ends.ts';

test('replaces only what differs', () => {
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
