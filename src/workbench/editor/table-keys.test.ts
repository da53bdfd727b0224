import { expect, test } from 'vitest';
import { cellsOf, isDelimiterRow } from './table-cells.ts';

const words = (line: string): string[] => cellsOf(line).map(({ from, to }) => line.slice(from, to));

test('cells are what stands between pipes that are not escaped', () => {
  expect(words('| a | `x \\| y` | |')).toEqual(['a', '`x \\| y`', '']);
  expect(words('|a|b|')).toEqual(['a', 'b']);
  expect(words('a | b')).toEqual(['a', 'b']);
  expect(words('')).toEqual([]);
});

test('an empty cell is where one would type', () => {
  expect(cellsOf('| a | | c |')[1]).toEqual({ from: 6, to: 6 });
  expect(cellsOf('||')[0]).toEqual({ from: 1, to: 1 });
});

test('the row under the header is not a row of cells', () => {
  expect(isDelimiterRow('|---|:-:|')).toBe(true);
  expect(isDelimiterRow('| --- | --- |')).toBe(true);
  expect(isDelimiterRow('| a | - b |')).toBe(false);
  expect(isDelimiterRow('| | |')).toBe(false);
});
