import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdits, type TextEdit } from '../base/text-edit.ts';
import { cellText, deleteRow, insertColumn, insertRow, rowText, setCell, tableText } from './edit-table.ts';
import { parseDocument } from './parse.ts';
import type { Row, Table } from './tree.ts';

function tableOf(text: string): Table {
  const tree = parseDocument(text);
  const found = [...tree.loose, ...tree.sections.flatMap((section) => section.blocks)].find((block) => block.kind === 'table');
  if (found?.kind !== 'table') throw new Error(`no table in ${JSON.stringify(text)}`);
  return found;
}
const grid = (table: Table): string[][] => [table.header, ...table.rows].map((row) => row.cells.map((cell) => cell.text));
const edited = (text: string, edit: (table: Table) => TextEdit[]): string => applyEdits(text, edit(tableOf(text)));
const row = (table: Table, index: number): Row => table.rows[index] as Row;

describe('a cell', () => {
  const text = '| a | b |\n|---|---|\n| 1 | |\n| 2 |\n||4|\n5\n';
  test.each([
    [0, 0, 'x', '| x | |'],
    [0, 1, 'x', '| 1 | x |'],
    [1, 1, 'x|y', '| 2 | x\\|y |'],
    [2, 0, 'x', '| x |4|'],
    [3, 1, 'x', '5 | x'],
    [0, 0, '', '|  | |'],
    [0, 1, '', '| 1 | |'],
  ])('of row %i, column %i is set to “%s”', (index, column, words, line) => {
    const result = edited(text, (table) => setCell(text, table, row(table, index), column, words));
    expect(result.split('\n')[index + 2]).toBe(line);
  });

  test('with the same content needs no edit', () => {
    expect(setCell(text, tableOf(text), row(tableOf(text), 0), 0, ' 1 ')).toEqual([]);
  });
});

describe('a row', () => {
  const text = 'a | b\r\n--- | ---\r\n1 | 2\r\n\r\nmore\r\n';
  test('is inserted after another, at the beginning, at the end', () => {
    expect(edited(text, (table) => insertRow(text, table, 0, ['x', ''])).split('\r\n')[3]).toBe('| x | |');
    expect(edited(text, (table) => insertRow(text, table, -1, ['x', 'y'])).split('\r\n')[2]).toBe('| x | y |');
    expect(edited(text, (table) => insertRow(text, table, 99, ['x'])).split('\r\n')[3]).toBe('| x | |');
  });

  test('is deleted with its line', () => {
    expect(edited(text, (table) => deleteRow(text, table, 0))).toBe('a | b\r\n--- | ---\r\n\r\nmore\r\n');
    expect(edited('| a |\n|-|\n| 1 |', (table) => deleteRow('| a |\n|-|\n| 1 |', table, 0))).toBe('| a |\n|-|');
  });
});

describe('a column', () => {
  test('is inserted after another', () => {
    const text = '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 |\n';
    expect(edited(text, (table) => insertColumn(text, table, 0, 'N', ['x', 'y']))).toBe(
      '| a | N | b |\n|---|---|---|\n| 1 | x | 2 |\n| 3 | y |\n',
    );
    expect(edited(text, (table) => insertColumn(text, table, 1, 'N', ['x', 'y']))).toBe(
      '| a | b | N |\n|---|---|---|\n| 1 | 2 | x |\n| 3 | | y |\n',
    );
    expect(edited(text, (table) => insertColumn(text, table, -1, 'N'))).toBe('| N | a | b |\n|---|---|---|\n| | 1 | 2 |\n| | 3 |\n');
  });

  test('finds its place without outer pipes', () => {
    const text = 'a | b\n--|--\n1 | 2\n';
    expect(grid(tableOf(edited(text, (table) => insertColumn(text, table, 1, 'N', ['x']))))).toEqual([
      ['a', 'b', 'N'],
      ['1', '2', 'x'],
    ]);
    expect(grid(tableOf(edited(text, (table) => insertColumn(text, table, -1, 'N', ['x']))))).toEqual([
      ['N', 'a', 'b'],
      ['x', '1', '2'],
    ]);
  });
});

test('a table is written as it is read', () => {
  expect(tableText(['a', ''], [['1|2', 'x\ny']])).toBe('| a | |\n|---|---|\n| 1\\|2 | x y |');
});

const words = fc.oneof(fc.constantFrom('', 'a', 'a b', '`x \\| y`', 'a|b', '\\', 'é', '`', 'x\\'), fc.string({ maxLength: 8 }));
/** Tables of every style: with and without outer pipes and trailing cells. */
const table = fc
  .record({
    width: fc.integer({ min: 1, max: 4 }),
    rows: fc.array(fc.array(words, { maxLength: 4 }), { minLength: 1, maxLength: 4 }),
    outer: fc.boolean(),
    end: fc.constantFrom('\n', '\r\n'),
  })
  .map(({ width, rows, outer, end }) => {
    const line = (cells: readonly string[]): string => (outer ? rowText(cells) : cells.map((cell) => cellText(cell)).join(' | '));
    const header = Array.from({ length: width }, (_, index) => `h${index}`);
    const body = rows.map((cells) => line(cells.slice(0, width))).filter((one) => /[a-z0-9]/i.test(one) && /^[|\w]/.test(one));
    return [`before`, ``, outer || width > 1 ? line(header) : `| h0 |`, `|${'---|'.repeat(width)}`, ...body, ``, `behind | it`].join(end);
  });

/** The text before and after the table, which the edit must not touch. */
function around(text: string): [string, string] {
  const { span } = tableOf(text);
  return [text.slice(0, span.from), text.slice(span.to).trimStart()];
}

describe('for any table', () => {
  test('setting a cell changes only that cell', () => {
    fc.assert(
      fc.property(table, words, fc.nat(), fc.nat(), (text, content, at, column) => {
        const before = tableOf(text);
        if (before.rows.length === 0) return;
        const rowIndex = at % before.rows.length;
        const columnIndex = column % before.header.cells.length;
        const result = applyEdits(text, setCell(text, before, row(before, rowIndex), columnIndex, content));
        const expected = grid(before);
        (expected[rowIndex + 1] as string[])[columnIndex] = cellText(content).replace(/\\(.)/gs, (whole, char) =>
          char === '|' ? '|' : whole,
        );
        // A row without any content ends the table, like an empty line.
        if (expected[rowIndex + 1]?.every((cell) => cell === '')) return;
        expect(grid(tableOf(result))).toEqual(expected);
        expect(around(result)).toEqual(around(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('inserting a row changes nothing else', () => {
    fc.assert(
      fc.property(table, fc.array(words, { maxLength: 5 }), fc.integer({ min: -1, max: 5 }), (text, cells, at) => {
        const before = tableOf(text);
        const result = applyEdits(text, insertRow(text, before, at, cells));
        const expected = grid(before);
        const added = before.header.cells.map((_, index) =>
          cellText(cells[index] ?? '').replace(/\\(.)/gs, (whole, char) => (char === '|' ? '|' : whole)),
        );
        expected.splice(Math.min(at + 1, before.rows.length) + 1, 0, added);
        expect(grid(tableOf(result))).toEqual(expected);
        expect(around(result)).toEqual(around(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('inserting a column changes nothing else', () => {
    fc.assert(
      fc.property(table, fc.array(words, { maxLength: 5 }), fc.integer({ min: -1, max: 3 }), (text, cells, at) => {
        const before = tableOf(text);
        const column = Math.min(at, before.header.cells.length - 1);
        const result = applyEdits(text, insertColumn(text, before, column, 'new', cells));
        const expected = grid(before).map((line, index) => {
          const word =
            index === 0 ? 'new' : cellText(cells[index - 1] ?? '').replace(/\\(.)/gs, (whole, char) => (char === '|' ? '|' : whole));
          return [...line.slice(0, column + 1), word, ...line.slice(column + 1)];
        });
        expect(grid(tableOf(result))).toEqual(expected);
        expect(around(result)).toEqual(around(text));
      }),
      { numRuns: 2000 },
    );
  });

  test('deleting a row changes nothing else', () => {
    fc.assert(
      fc.property(table, fc.nat(), (text, at) => {
        const before = tableOf(text);
        if (before.rows.length === 0) return;
        const index = at % before.rows.length;
        const result = applyEdits(text, deleteRow(text, before, index));
        const expected = grid(before);
        expected.splice(index + 1, 1);
        expect(grid(tableOf(result))).toEqual(expected);
        expect(around(result)).toEqual(around(text));
      }),
      { numRuns: 1000 },
    );
  });
});
