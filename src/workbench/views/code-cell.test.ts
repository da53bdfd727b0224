import { expect, test } from 'vitest';
import { shownCode, writtenCode } from './code-cell.ts';

test.each([
  ['`size(x) > 0`', 'size(x) > 0'],
  ['unique email', 'unique email'],
  ['never `a == b`', 'never `a == b`'],
  ['`a` leads to `b`', '`a` leads to `b`'],
  ['no overlap starts, ends per room', 'no overlap starts, ends per room'],
  ['`price < 3 \\|\\| done`', 'price < 3 \\|\\| done'],
  ['?', '?'],
  ['not shown', 'not shown'],
  ['', ''],
])('%s is shown as “%s”, and written as it was', (cell, shown) => {
  expect(shownCode(cell)).toBe(shown);
  expect(writtenCode(shown)).toBe(cell);
});

test('an expression that is typed with its backticks keeps them', () => {
  expect(writtenCode(' `a == b` ')).toBe('`a == b`');
});
