import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import unidentified from '../../specs/unidentified.txt?raw';
import conduit from '../../testing/documents/conduit.md?raw';
import helpdesk from '../../testing/documents/helpdesk.md?raw';
import { applyEdits } from '../base/text-edit.ts';
import { readModel } from '../model/read.ts';
import { allTables } from '../syntax/all-tables.ts';
import { formatDocument, widestColumn } from './format.ts';
import { widthOf } from './width.ts';

const format = (text: string): string => applyEdits(text, formatDocument(text));

/** The facts of a document without their places, for comparison. */
const withoutPlaces = (text: string): string => {
  const { tree: _, text: __, declarations: ___, ...facts } = readModel(text);
  return JSON.stringify(facts, (key, value: unknown) => {
    if (['span', 'from', 'to', 'fieldFrom', 'heading', 'valueSpan', 'typeSpan', 'routeSpan'].includes(key)) return undefined;
    if (typeof value === 'bigint') return String(value);
    return value instanceof Map ? [...value] : value;
  });
};

const cellsOf = (text: string): string[][] =>
  allTables(text).flatMap(({ table }) => [table.header, ...table.rows].map((row) => [...row.cells, ...row.extra].map((cell) => cell.text)));

describe('formatDocument', () => {
  test('pads cells, and keeps alignment and other text', () => {
    expect(format('Words  here\n\n| Field | Type |\n|---|:-:|\n| a | text |\n| `long \\| one` | |\nx | y\n\n|not a table\n')).toBe(
      'Words  here\n\n| Field         | Type |\n|---------------|:----:|\n| a             | text |\n| `long \\| one` |      |\n| x             |  y   |\n\n|not a table\n',
    );
  });

  test('a cell beyond the limit overflows without padding the others', () => {
    const long = 'x'.repeat(widestColumn + 1);
    const lines = format(`| A | B |\n|---|---|\n| ${long} | b |\n| short | b |\n`).split('\n');
    expect(lines[2]).toBe(`| ${long} | b |`);
    expect(lines[3]).toBe('| short | b |');
  });

  test('wide characters count as two columns', () => {
    expect(widthOf('日本')).toBe(4);
    expect(widthOf('é')).toBe(1);
    expect(widthOf('e\u0301')).toBe(1);
    expect(format('| 日本 | a |\n|-|-|\n| b | c |\n').split('\n')[2]).toBe('| b    | c |');
  });

  test('keeps Windows line endings', () => {
    expect(format('| A | B |\r\n|---|---|\r\n| aa | b |\r\n')).toBe('| A  | B |\r\n|----|---|\r\n| aa | b |\r\n');
  });

  test.each([
    ['helpdesk', helpdesk],
    ['conduit', conduit],
    ['unidentified', unidentified],
  ])('%s says the same afterwards, and is not changed again', (_, text) => {
    const once = format(text);
    expect(formatDocument(once)).toEqual([]);
    expect(withoutPlaces(once)).toBe(withoutPlaces(text));
    expect(once.replace(/[ -]/g, '')).toBe(text.replace(/[ -]/g, ''));
  });

  test('inside quotes and lists, keeps the text around the table', () => {
    expect(format('> | A | B |\n>|---|---|\n>  | aa | b |\n>\n> words | words\n')).toBe(
      '> | A  | B |\n>|----|---|\n>  | aa | b |\n>\n> words | words\n',
    );
    expect(format('- x\n\n  |A|B|\n  |-|-|\n  |aa|b|\n- y\n')).toBe('- x\n\n  | A  | B |\n  |----|---|\n  | aa | b |\n- y\n');
    expect(format('1. |A|\n   |-|\n   |aa|\n')).toBe('1. | A  |\n   |----|\n   | aa |\n');
    expect(format('> - a\n>\n>   |A|\n>   |-|\n>   |aa|\n')).toBe('> - a\n>\n>   | A  |\n>   |----|\n>   | aa |\n');
    // Fences and indented blocks are verbatim text.
    const shown = '> ```\n> |A|\n> |-|\n> |aa|\n> ```\n\n- x\n\n      |A|\n      |-|\n      |aa|\n\n<!--\n|A|\n|-|\n|aa|\n-->\n';
    expect(format(shown)).toBe(shown);
  });

  const cell = fc.oneof(
    fc.constantFrom('', ' ', 'a', '`b \\| c`', '日本', 'x\\', '\\\\', '\\|', '`', ' d ', '-', ':-:', '\u00a0', '#', 'e'.repeat(70)),
    fc.string({ maxLength: 8 }).map((text) => text.replace(/[\r\n|\\]/g, ' ')),
  );
  const row = fc
    .tuple(fc.array(cell, { minLength: 1, maxLength: 5 }), fc.constantFrom(['|', '|'], ['', ''], ['|', ''], ['  |', '|  ']))
    .map(([cells, [before, after]]) => `${before}${cells.join('|')}${after}`);
  const table = fc
    .tuple(fc.array(fc.constantFrom('---', ':-', '-:', ' :---: '), { minLength: 1, maxLength: 4 }), fc.array(row, { maxLength: 5 }))
    .map(([dashes, rows]) => [`|${dashes.map((_, index) => `H${index}`).join('|')}|`, `|${dashes.join('|')}|`, ...rows].join('\n'));

  const nested = fc
    .tuple(
      table,
      fc.constantFrom(
        ['> ', '> '],
        ['>', '>'],
        ['- ', '  '],
        ['1. ', '   '],
        ['> - ', '>   '],
        ['> > ', '> >'],
        ['- > ', '  > '],
        ['* ', '  '],
      ),
    )
    .map(([text, [first, next]]) =>
      text
        .split('\n')
        .map((line, index) => `${index === 0 ? first : next}${line}`)
        .join('\n'),
    );

  test('keeps every cell of any text, and formatting again changes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(table, nested, fc.string({ maxLength: 20 })), { maxLength: 4 }), (blocks) => {
        const text = blocks.join('\n\n');
        const once = format(text);
        expect(cellsOf(once)).toEqual(cellsOf(text));
        expect(formatDocument(once)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
