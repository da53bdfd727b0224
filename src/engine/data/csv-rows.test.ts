import fc from 'fast-check';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { CsvTable } from './csv-rows.ts';

const cell = fc.oneof(fc.string({ unit: fc.constantFrom('a', 'ä', '"', ',', ';', '\n', '\r', ' ', '"a'), maxLength: 6 }), fc.constant(''));

test('the rows of a table are those that the parser finds in all of it', () => {
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
      const found = [...table.places()].flatMap((place) => {
        const read = table.read(place);
        return read === null ? [] : [read];
      });
      const { data } = Papa.parse<string[]>(text, { newline: newline as '\n', delimiter: ',', skipEmptyLines: 'greedy' });
      expect(found.map(({ cells }) => cells)).toEqual(data);
      expect(found.flatMap(({ errors }) => errors)).toEqual([]);
    }),
  );
});
