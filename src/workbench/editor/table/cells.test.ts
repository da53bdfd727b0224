import { expect, test } from 'vitest';
import { cellsOf, columnAt, isDelimiterRow } from './cells.ts';

const words = (line: string): string[] => cellsOf(line).map(({ from, to }) => line.slice(from, to));

test('cells are the texts between unescaped pipes', () => {
  expect(words('| a | `x \\| y` | |')).toEqual(['a', '`x \\| y`', '']);
  expect(words('|a|b|')).toEqual(['a', 'b']);
  expect(words('a | b')).toEqual(['a', 'b']);
  expect(words('')).toEqual([]);
});

test('the range of an empty cell is where one would type', () => {
  expect(cellsOf('| a | | c |')[1]).toMatchObject({ from: 6, to: 6 });
  expect(cellsOf('||')[0]).toMatchObject({ from: 1, to: 1 });
});

test('the row below the header is not a row of cells', () => {
  expect(isDelimiterRow('|---|:-:|')).toBe(true);
  expect(isDelimiterRow('| --- | --- |')).toBe(true);
  expect(isDelimiterRow('| a | - b |')).toBe(false);
  expect(isDelimiterRow('| | |')).toBe(false);
});

test('a table may be inside a quote or a list', () => {
  expect(words('> | a | b |')).toEqual(['a', 'b']);
  expect(words('  | a | b |')).toEqual(['a', 'b']);
  expect(isDelimiterRow('> |---|---|')).toBe(true);
});

test('an offset at the end of a cell belongs to that cell', () => {
  expect([0, 2, 3, 5, 9, 10].map((offset) => columnAt('| a | b | c |', offset))).toEqual([0, 0, 0, 1, 2, 2]);
});
