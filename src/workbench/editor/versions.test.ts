import { ChangeSet } from '@codemirror/state';
import { expect, test } from 'vitest';
import { Versions } from './versions.ts';

const insert = (length: number, from: number, text: string) => ChangeSet.of({ from, insert: text }, length).desc;

test('a position moves with text that is typed before it', () => {
  const versions = new Versions();
  versions.changed(insert(10, 0, 'abc'));
  versions.changed(insert(13, 13, 'z'));
  expect(versions.map(0, { from: 4, to: 6 })).toEqual({ from: 7, to: 9 });
  expect(versions.map(1, { from: 7, to: 9 })).toEqual({ from: 7, to: 9 });
  versions.forgetBefore(1);
  expect(versions.current).toBe(2);
  expect(versions.map(1, { from: 7, to: 9 })).toEqual({ from: 7, to: 9 });
});

test('a deleted range collapses to its position', () => {
  const versions = new Versions();
  versions.changed(ChangeSet.of({ from: 2, to: 8 }, 10).desc);
  expect(versions.map(0, { from: 4, to: 6 })).toEqual({ from: 2, to: 2 });
});

test('an edit of an older text is applied at its current position or not at all', () => {
  const versions = new Versions();
  versions.changed(insert(10, 0, 'ab'));
  expect(versions.mapEdits(0, [{ from: 4, to: 6, insert: 'x' }])).toEqual([{ from: 6, to: 8, insert: 'x' }]);
  versions.changed(insert(12, 7, '!'));
  expect(versions.mapEdits(0, [{ from: 4, to: 6, insert: 'x' }])).toBeNull();
  expect(versions.mapEdits(0, [{ from: 9, to: 9, insert: 'x' }])).toEqual([{ from: 12, to: 12, insert: 'x' }]);
});
