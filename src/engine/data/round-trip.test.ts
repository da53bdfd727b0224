import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../testing/any-text.ts';
import { collectData, listOf, type WholeData, type WholePart, writeCsv, writeJson } from '../../../testing/whole-data.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { createProduct, type Product } from '../product.ts';
import type { Json } from '../record-data.ts';

import { readCsv } from './csv-form.ts';
import type { DataRow } from './data-set.ts';
import { importData } from './import-data.ts';
import { readJson } from './json-form.ts';

const document = `# Specification: Things

## 3. Entities

### Thing

| Field | Type | Required |
|---|---|---|
| title | text | yes |
| note | text | |
| body | markdown | |
| mail | email | |
| tags | list of text | |
| counts | list of integer | |
| extra | json | |
| size | decimal | |
| price | money | |
| done | boolean | |
| day | date | |
| photo | image | |
| paper | file | |
| friends | list of Thing | |
| status | state | |

## 4. States

### Thing.status

| From | Event | To |
|---|---|---|
| | | open |
| open | close | closed |

## 9. Constants

| Constant | Value |
|---|---|
| CURRENCY | EUR |
`;

function product(seed: number): Product {
  const model = readModel(document);
  return createProduct({ model, store: createMemoryStore(model), platform: fixedPlatform(undefined, seed), hasher: cheapHasher });
}

/** Texts that are difficult for CSV, spreadsheets, disks and JSON. */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '"',
    '""',
    "'",
    "'=1",
    '=1+1',
    '-5',
    '\t',
    '\r',
    '\n',
    '\r\n',
    ',',
    ';',
    ', "x"',
    '\n"",y',
    '\ufeffmark',
    '[1]',
    'null',
    'yes',
    '٠١٢',
    '😀',
  ),
  anyText(12).filter((one) => !one.includes('\0')),
);
const name = fc.oneof(
  text.filter((one) => one !== ''),
  fc.constantFrom('a.pdf', 'a/b\\c.txt', '..', 'x'.repeat(300), ' tail. '),
);
const mediaType = fc.constantFrom('application/pdf', 'text/plain; charset="utf-8"', 'application/x-odd', 'image/png', '');
const file = fc.record({ name, mediaType, bytes: fc.uint8Array({ maxLength: 40 }) });
const id = (number: number): string => `01890000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const orNull = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(values, { nil: null });

const thing = fc.record({
  title: text.filter((one) => one.trim() !== ''),
  note: orNull(text),
  body: orNull(text),
  mail: fc.constantFrom(null, 'a@example.com'),
  tags: fc.array(text, { maxLength: 3 }),
  counts: fc.array(fc.integer(), { maxLength: 3 }),
  extra: orNull(fc.constantFrom<Json>('', 'x', 0, false, [], ['"'], { 'a,b': null })),
  size: fc.constantFrom(null, '0.10', 12, '-3.000000001'),
  price: fc.constantFrom(null, 0, '-1.50'),
  done: orNull(fc.boolean()),
  day: fc.constantFrom(null, '2026-02-28'),
  status: fc.constantFrom('open', 'closed'),
});
const data: fc.Arbitrary<WholeData> = fc
  .array(fc.record({ thing, photo: orNull(file), paper: orNull(file), friends: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  .map((all) => {
    const files: [string, { name: string; mediaType: string; bytes: Uint8Array }][] = [];
    const put = (kind: string, index: number, one: (typeof all)[number]['photo']): Json => {
      if (one === null) return null;
      // An image must have an image's media type.
      files.push([`${kind}~${index}/x`, kind === 'photo' ? { ...one, mediaType: 'image/x-odd' } : one]);
      return { id: `${kind}~${index}/x` };
    };
    const rows = all.map((one, index): DataRow => {
      const friends = one.friends.filter((friend) => friend < all.length).map(id);
      const values = { id: id(index), ...one.thing, photo: put('photo', index, one.photo), paper: put('paper', index, one.paper), friends };
      return { entity: 'Thing', place: `row ${index}`, values: new Map(Object.entries(values)) };
    });
    return { rows, files: new Map(files), entered: [] };
  });

const plain = (parts: readonly WholePart[]): unknown => parts.map(({ path, bytes }) => [path, new TextDecoder('latin1').decode(bytes)]);

function filled(set: WholeData): Product {
  const made = product(1);
  expect(importData(made, set, { rehearse: false }).problems).toEqual([]);
  return made;
}

test('exporting, importing and exporting again returns the same, as JSON and as CSV', () => {
  fc.assert(
    fc.property(data, (set) => {
      const first = filled(set);
      const json = writeJson('Things', collectData(first), null);
      const fromJson = product(2);
      const read = readJson(new TextEncoder().encode(json), 'data.json');
      expect(read.ok && importData(fromJson, read.data, { rehearse: false }).problems).toEqual([]);
      expect(writeJson('Things', collectData(fromJson), null)).toBe(json);

      const { parts } = writeCsv(first.index, collectData(first));
      const fromCsv = product(3);
      const tables = readCsv(fromCsv.index, parts);
      expect(tables.ok ? importData(fromCsv, tables.data, { rehearse: false }).problems : tables.problems).toEqual([]);
      expect(plain(writeCsv(fromCsv.index, collectData(fromCsv)).parts)).toEqual(plain(parts));
      // Not only the tables: the data is the same, except when states were entered.
      expect({ ...collectData(fromCsv), entered: [] }).toEqual({ ...collectData(first), entered: [] });
    }),
    { numRuns: 40 },
  );
});

const one: WholeData = {
  rows: [
    {
      entity: 'Thing',
      place: 'row 0',
      values: new Map<string, Json>([
        ['id', id(0)],
        ['title', 'a'],
        ['note', ''],
        ['paper', { id: 'f' }],
      ]),
    },
  ],
  files: new Map([['f', { name: 'a.txt', mediaType: 'application/x-odd', bytes: new TextEncoder().encode('hello') }]]),
  entered: [],
};

test('an empty text is quoted in a table and read back as such; an empty cell is null', () => {
  const { parts } = writeCsv(product(1).index, collectData(filled(one)));
  const table = new TextDecoder().decode(parts.find(({ path }) => path === 'Thing.csv')?.bytes);
  expect(table).toContain(`${id(0)},a,"",,`);
  const read = readCsv(product(1).index, [
    { path: 'Thing.csv', bytes: new TextEncoder().encode('title;note;body\na;"";\n"";"x\n"""";";""\n') },
  ]);
  expect(read.ok && listOf(read.data.rows).map(({ values }) => Object.fromEntries(values))).toEqual([
    { title: 'a', note: '', body: null },
    { title: '', note: 'x\n"";', body: '' },
  ]);
});

test('a truncated or changed file is refused, in JSON and next to tables; so is a missing one, or an id already used by another file', () => {
  const first = filled(one);
  const json = writeJson('Things', collectData(first), null);
  const said = (changed: string): unknown => {
    const read = readJson(new TextEncoder().encode(changed), 'data.json');
    return read.ok
      ? importData(product(2), read.data, { rehearse: false }).problems.map(({ message }) => message)
      : read.problems.map(({ message }) => message);
  };
  expect(said(json)).toEqual([]);
  expect(said(json.replace('"aGVsbG8="', '"aGVs"'))).toEqual(['The file f is not whole: it has 3 bytes of 5.']);
  expect(said(json.replace('"aGVsbG8="', '"aGVsbGE="'))).toEqual(['The file f was changed after the export: its checksum differs.']);
  // Written by an earlier release: the record states the file's length.
  const earlier = json.replace(/"sha256".*\n/, '').replace(/"size": 5,\n(?=\s*"base64")/, '');
  expect(said(earlier)).toEqual([]);
  expect(said(earlier.replace('"aGVsbG8="', '"aGVs"'))).toEqual(['The file f is not whole: it has 3 bytes of 5.']);

  const { parts } = writeCsv(first.index, collectData(first));
  const problems = (changed: readonly WholePart[]): unknown => {
    const read = readCsv(first.index, changed);
    return read.ok ? [] : read.problems.map(({ message }) => message);
  };
  const cut = parts.map((part) => (part.path.endsWith('a.txt') ? { ...part, bytes: part.bytes.slice(0, 3) } : part));
  expect(problems(parts)).toEqual([]);
  expect(problems(cut)).toEqual(['The file files/f~a.txt is not whole: it has 3 bytes of 5.']);
  expect(problems(parts.filter(({ path }) => !path.endsWith('a.txt')))).toContain('The file files/f~a.txt is missing from the archive.');

  const other = { ...one, files: new Map([['f', { name: 'a.txt', mediaType: 'text/plain', bytes: new TextEncoder().encode('other') }]]) };
  expect(importData(first, other, { rehearse: false }).problems).toMatchObject([
    { place: 'file f', message: 'There is another file with this id already.' },
  ]);
});

test("handmade tables need no index: a file's name determines its type", () => {
  const parts = [
    { path: 'Thing.csv', bytes: new TextEncoder().encode('title,paper\na,files/7~scan.pdf\n') },
    { path: 'files/7~scan.pdf', bytes: Uint8Array.of(1) },
  ];
  const read = readCsv(product(1).index, parts);
  expect(read.ok && read.data.files.get('7')).toMatchObject({ name: 'scan.pdf', mediaType: 'application/pdf' });
});
