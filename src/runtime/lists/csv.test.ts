import { describe, expect, it } from 'vitest';
import type { InputData } from '../../engine/form-data.ts';
import type { ListOptions, PartData } from '../../engine/part-data.ts';
import type { RecordData } from '../../engine/record-data.ts';
import { cellText } from './cell-text.ts';
import { BrokenCsv, matchColumns, readCsv, rowsOf } from './csv-in.ts';
import { csvOfList } from './csv-out.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const list = (rows: readonly RecordData[], total = rows.length): PartData => ({
  kind: 'list',
  rows,
  total,
  more: false,
  fields: ['name', 'price'],
  offered: [],
  unordered: [],
  group: null,
  totals: {},
  unread: [],
  imports: false,
  filters: [],
  sort: [],
  perPage: 25,
  open: null,
  addresses: {},
  bulk: [],
  edit: [],
});
const row = (name: string, price: string | null): RecordData => ({ entity: 'Thing', id: name, label: name, values: { name, price } });

describe('a list as CSV', () => {
  it('can be read back unchanged, whatever it contains', async () => {
    const names = ['a, "b"\nc', '=1+1', "'=x", '-5', '- five', '@SUM(A1)', '\tx', '', 'é 🙂', "'quoted'"];
    const { text, rows } = await csvOfList(
      async () => ({ ok: true, value: list(names.map((name) => row(name, null))) }),
      {},
      (field) => field,
    );
    expect(rows).toBe(names.length);
    expect(text.startsWith('\uFEFFname,price\r\n')).toBe(true);
    expect(text).toContain("\r\n'=1+1,");
    expect(text).toContain('\r\n-5,');
    const file = readCsv(bytes(text));
    expect(file.columns).toEqual(['name', 'price']);
    // Empty rows are skipped on reading.
    expect(file.rows.map(([name]) => name)).toEqual(names.filter((name) => name !== ''));
  });

  it('requests all pages, with the list’s search', async () => {
    const asked: ListOptions[] = [];
    const many = Array.from({ length: 1500 }, (_, index) => row(`n${index}`, '1.50'));
    const { rows } = await csvOfList(
      async (options) => {
        asked.push(options);
        const from = options.offset ?? 0;
        return { ok: true, value: list(many.slice(from, from + (options.limit ?? 25)), many.length) };
      },
      { search: 'n' },
      (field) => field,
    );
    expect(rows).toBe(1500);
    expect(asked).toEqual([
      { search: 'n', offset: 0, limit: 1000 },
      { search: 'n', offset: 1000, limit: 1000 },
    ]);
  });

  it('writes each value so that it can be read again', () => {
    expect(cellText(true)).toBe('yes');
    expect(cellText(['a', 'b'])).toBe('a; b');
    expect(cellText({ entity: 'User', id: '1', label: 'Ana', address: null })).toBe('Ana');
    expect(cellText({ id: '1', name: 'a.png', mediaType: 'image/png', size: 3 })).toBe('a.png');
    expect(cellText({ any: 1 })).toBe('{"any":1}');
  });
});

describe('a CSV file', () => {
  const input = (name: string, label: string): InputData => ({
    name,
    label,
    type: 'text',
    values: [],
    entity: null,
    of: null,
    required: false,
    value: null,
    description: '',
    maxLength: null,
  });

  it('may have any of the separators, and an old encoding', () => {
    expect(readCsv(bytes('a;b\r\n1,5;2\r\n')).rows).toEqual([['1,5', '2']]);
    expect(readCsv(bytes('a\tb\n1\t2')).rows).toEqual([['1', '2']]);
    const old = readCsv(new Uint8Array([...bytes('name\nM'), 0xfc, ...bytes('ller\n')]));
    expect(old).toMatchObject({ oldEncoding: true, rows: [['Müller']] });
    expect(readCsv(bytes('\uFEFFname\nx')).columns).toEqual(['name']);
  });

  it('is reported if it is damaged or empty', () => {
    expect(() => readCsv(bytes('a,b\n1,2\n"3,4\n'))).toThrow(new BrokenCsv(3));
    expect(() => readCsv(bytes(''))).toThrow(new BrokenCsv(null));
    expect(() => readCsv(bytes('a,b\n\n,\n'))).toThrow(BrokenCsv);
  });

  it('matches its columns by name, each once', () => {
    const inputs = [input('subject', 'Subject'), input('resolvedAt', 'Resolved at')];
    expect(matchColumns(['Resolved At', 'SUBJECT', 'subject', 'other'], inputs)).toEqual(['resolvedAt', 'subject', null, null]);
    const file = readCsv(bytes('Subject,other\nx,y\nz'));
    expect(rowsOf(file, matchColumns(file.columns, inputs))).toEqual([{ subject: 'x' }, { subject: 'z' }]);
  });
});
