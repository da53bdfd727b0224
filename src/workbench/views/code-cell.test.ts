import { expect, test } from 'vitest';
import { cellText } from '../../syntax/edit-table.ts';
import { shownCode, writtenCode } from './code-cell.ts';

test.each([
  ['`size(x) > 0`', 'size(x) > 0'],
  ['unique email', 'unique email'],
  ['unique email where `!closed`', 'unique email where !closed'],
  ['never `a == b`', 'never a == b'],
  ['always `a \\|\\| b`', 'always a || b'],
  ['`a` leads to `b.c == 1`', 'a leads to b.c == 1'],
  ['no overlap starts, ends per room', 'no overlap starts, ends per room'],
  ['no overlap starts, ends where `room != null`', 'no overlap starts, ends where room != null'],
  ['`price < 3 \\|\\| done`', 'price < 3 || done'],
  ['refused NO_ANSWER', 'refused NO_ANSWER'],
  ['does not see Queue', 'does not see Queue'],
  ['not told Ana ANSWERED', 'not told Ana ANSWERED'],
  ['sent Payments "POST /charges"', 'sent Payments "POST /charges"'],
  ['`refused == 0`', 'refused == 0'],
  ['`uniqueness > 1`', 'uniqueness > 1'],
  // Other mixtures of text and code keep their backticks.
  ['`a` and more', '`a` and more'],
  ['"a" in words, `b`', '"a" in words, `b`'],
  ['?', '?'],
  ['not shown', 'not shown'],
  ['', ''],
])('%s is shown as “%s”, and written as it was', (cell, shown) => {
  expect(shownCode(cell)).toBe(shown);
  expect(cellText(writtenCode(shown))).toBe(cell);
});

test('an expression that is typed with backticks keeps them', () => {
  expect(writtenCode(' `a == b` ')).toBe('`a == b`');
});
