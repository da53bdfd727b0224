import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { inPieces } from '../../base/bytes.ts';
import { CsvTable } from './csv-rows.ts';

const cell = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'ä', '"', ',', ';', '\n', '\r', ' ', '"a'), maxLength: 6 }), fc.constant(''));

test('the rows of a table equal those that the parser finds in the whole text', () => {
  const table = fc.record({
    rows: fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { maxLength: 8 }),
    newline: fc.constantFrom('\n', '\r\n', '\r'),
    isMarked: fc.boolean(),
    ends: fc.boolean(),
  });
  fc.assert(
    fc.property(table, ({ rows, newline, isMarked, ends }) => {
      const text = Papa.unparse([['one', 'two'], ...rows], { newline });
      const table = new CsvTable(new TextEncoder().encode(`${isMarked ? '\ufeff' : ''}${text}${ends ? newline : ''}`));
      const places = [...table.places()];
      const found = places.flatMap((place, index) => {
        const read = table.read(place, places[index + 1] ?? table.end);
        return read === null ? [] : [read];
      });
      const { data } = Papa.parse<string[]>(text, { newline: newline as '\n', delimiter: ',', skipEmptyLines: 'greedy' });
      expect(found.map(({ cells }) => cells)).toEqual(data);
      expect(found.flatMap(({ errors }) => errors)).toEqual([]);
    }),
  );
});

test('a table of many pieces is read one piece at a time', () => {
  const rows = Array.from({ length: 20_000 }, (_, row) => [String(row), `${'"\n,ü'.repeat(row % 7)}${row}`]);
  const bytes = new TextEncoder().encode(Papa.unparse([['one', 'two'], ...rows], { newline: '\r\n' }));
  const read: number[] = [];
  const table = new CsvTable({
    length: bytes.length,
    subarray(from = 0, to = bytes.length) {
      read.push(to - from);
      return bytes.subarray(from, to);
    },
  });
  const places = [...table.places()];
  expect(places.map((place, row) => table.read(place, places[row + 1] ?? table.end)?.cells)).toEqual([['one', 'two'], ...rows]);
  const pieces = [...inPieces(bytes)];
  expect(pieces.length).toBeGreaterThan(2);
  expect(Math.max(...read)).toBe(pieces[0]?.length);
});
