import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withFewExamples } from '../../../testing/few-examples.ts';
import { collectData, writeCsv, writeJson } from '../../../testing/whole-data.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { createMemoryStore } from '../../store/memory/memory-store.ts';
import type { Snapshot } from '../../store/store.ts';
import { cheapHasher } from '../account/hasher.ts';
import { seedExamples } from '../change/seed.ts';
import { createProduct, type Product } from '../product.ts';

import { readCsv } from './csv-form.ts';
import type { ReadData } from './data-set.ts';
import { type ImportReport, importData } from './import-data.ts';
import { readJson } from './json-form.ts';

const specs = new URL('../../../specs/', import.meta.url);
const spec = (name: string): string => withFewExamples(name, readFileSync(new URL(name, specs), 'utf8'));

function productOf(text: string, seed = 1): Product {
  const model = readModel(text);
  return createProduct({
    model,
    store: createMemoryStore(model),
    platform: fixedPlatform(undefined, seed),
    hasher: cheapHasher,
    placeholders: true,
  });
}

function seeded(text: string): Product {
  const product = productOf(text);
  seedExamples(product);
  return product;
}

const snapshotOf = (product: Product): Snapshot => (product.store as ReturnType<typeof createMemoryStore>).snapshot();
/** Sorted, because loading examples and reading data use different orders. */
const enteredIn = (product: Product) =>
  [...snapshotOf(product).entered].sort((a, b) => `${a.entity}${a.record}${a.field}`.localeCompare(`${b.entity}${b.record}${b.field}`));
const recordsOf = (product: Product): unknown => ({
  records: snapshotOf(product).records,
  members: snapshotOf(product).members.filter(({ members }) => members.length > 0),
});

function take(product: Product, read: ReadData, rehearse = false): ImportReport {
  if (!read.ok) return { applied: false, counts: new Map(), problems: read.problems };
  return importData(product, read.data, { rehearse });
}

const said = ({ problems }: ImportReport): string[] =>
  problems.map(({ place, field, message }) => `${place}${field === null ? '' : ` ${field}`}: ${message}`);

describe('all data of the documents in specs/', () => {
  const names = readdirSync(specs).filter((name) => /\.(md|txt)$/.test(name));

  test.each(names)('%s: JSON preserves all data', (name) => {
    const product = seeded(spec(name));
    const text = writeJson(product.model.name, collectData(product));
    const other = productOf(spec(name), 2);
    const report = take(other, readJson(bytes(text), 'data.json'));
    expect(said(report)).toEqual([]);
    expect(recordsOf(other)).toEqual(recordsOf(product));
    expect(snapshotOf(other).files).toEqual(snapshotOf(product).files);
    expect(enteredIn(other)).toEqual(enteredIn(product));
    // Once more: the same records, no new ones.
    const again = take(other, readJson(bytes(text), 'data.json'));
    expect([...again.counts.values()].reduce((sum, { created }) => sum + created, 0)).toBe(0);
    expect(recordsOf(other)).toEqual(recordsOf(product));
  });

  test('the trail is exported on request and never imported', () => {
    const product = seeded(spec('helpdesk.md'));
    const { trail } = snapshotOf(product);
    const data = collectData(product);
    expect(JSON.parse(writeJson('Helpdesk', data)).trail).toBeUndefined();
    const text = writeJson('Helpdesk', data, trail);
    const lines = JSON.parse(text).trail;
    expect(lines).toHaveLength(trail.length);
    const ticket = trail.findIndex(({ entity }) => entity === 'Ticket');
    expect(lines[ticket]).toEqual({
      at: new Date(trail[ticket]?.at ?? 0).toISOString(),
      by: null,
      entity: 'Ticket',
      record: trail[ticket]?.record,
      operation: 'create',
      changes: trail[ticket]?.changes,
    });
    const read = readJson(bytes(text), 'data.json');
    expect(read).toMatchObject({ ok: true, left: [expect.stringMatching(`^the trail \\(${trail.length} lines\\)`)] });
  });

  test.each(names.filter((name) => readModel(spec(name)).entities.length > 0))('%s: comes back from CSV, but for passwords', (name) => {
    const product = seeded(spec(name));
    const { parts } = writeCsv(product.index, collectData(product));
    const other = seeded(spec(name));
    const entities = product.model.entities.map((entity) => entity.name.text);
    // Into the same product, so passwords exist; nothing may change.
    expect(said(take(other, readCsv(other.index, parts)))).toEqual([]);
    for (const entity of entities) expect(snapshotOf(other).records.get(entity)).toEqual(snapshotOf(product).records.get(entity));
  });
});

const shop = `# Specification: Shop

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text | yes | | |
| email | email | | yes | |
| boss | Person | | | |
| kind | enum plain, gold | yes | | plain |
| secret | password | | | |

### Order

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | yes | |
| buyer | Person | yes | | |
| friends | list of Person | | | |
| tags | list of text | | | |
| total | money | yes | | |
| note | text | | | |
| paid | boolean | | | \`false\` |
| status | state | | | |
| lines | list of Line by order | | | |

### Line

| Field | Type | Required |
|---|---|---|
| order | Order on delete cascade | yes |
| amount | money | yes |

## 4. States and transitions

### Order.status

| From | Event | To |
|---|---|---|
| | | open |
| open | ship | shipped |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| adds up | Order | \`total == sum(lines.map(l, l.amount))\` | WRONG_SUM |
| young | Order on create | \`1 == 2\` | NEVER |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| WRONG_SUM | 422 | The lines do not add up to {total}. |
| NEVER | 422 | Never. |

## 9. Business constants and limits

| Constant | Value |
|---|---|
| CURRENCY | EUR |
`;

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const csv = (product: Product, tables: Readonly<Record<string, string>>): ReadData =>
  readCsv(
    product.index,
    Object.entries(tables).map(([path, text]) => ({ path, bytes: bytes(text) })),
  );
const ids = [1, 2, 3, 4].map((number) => `01890000-0000-7000-8000-00000000000${number}`);

describe('import', () => {
  test('imports each of many rows, and later batches know the problems of earlier ones', () => {
    const id = (index: number): string => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const tables = (email: string): Record<string, string> => {
      const people = Array.from({ length: 1203 }, (_, index) => `${id(index)},Person ${index},${index === 3 ? email : ''}`);
      const orders = Array.from({ length: 1203 }, (_, index) => `${id(index % 1000)},0`);
      return { 'Person.csv': ['id,name,email', ...people].join('\n'), 'Order.csv': ['buyer,total', ...orders].join('\n') };
    };
    const product = productOf(shop);
    const wrong = said(take(product, csv(product, tables('none'))));
    expect(wrong.map((line) => line.replace(/ email: .*/, ' email'))).toEqual([
      'Person.csv, row 5 email',
      'Order.csv, row 5 buyer: It refers to Person.csv, row 5, which cannot be imported.',
      'Order.csv, row 1005 buyer: It refers to Person.csv, row 5, which cannot be imported.',
    ]);
    expect(said(take(product, csv(product, tables('three@example.com'))))).toEqual([]);
    const { rows } = collectData(product);
    const people = rows.filter(({ entity }) => entity === 'Person').map(({ values }) => values.get('name'));
    expect(people).toEqual(Array.from({ length: 1203 }, (_, index) => `Person ${index}`));
    expect(new Set(rows.map(({ values }) => values.get('id'))).size).toBe(2406);
  });

  test('accepts rows in any order, even in circles; rules see all of them', () => {
    const product = productOf(shop);
    const report = take(
      product,
      csv(product, {
        'Line.csv': `order,amount\n${ids[2]},1.50\n${ids[2]},2\n`,
        'Order.csv': `id,buyer,friends,total,tags,paid,status,note\n${ids[2]},${ids[1]},${ids[0]}; ${ids[1]},3.5,"[""a; b""]",yes,shipped,'=1+1\n`,
        'Person.csv': `id;name;boss\n${ids[0]};Ana;${ids[1]}\n${ids[1]};Bo;${ids[0]}\n`,
      }),
    );
    expect(said(report)).toEqual([]);
    expect(Object.fromEntries(report.counts)).toEqual({
      Person: { created: 2, changed: 0 },
      Order: { created: 1, changed: 0 },
      Line: { created: 2, changed: 0 },
    });
    expect(product.store.record('Person', ids[0] ?? '')).toMatchObject({ name: 'Ana', boss: ids[1], kind: 'plain' });
    expect(product.store.record('Order', ids[2] ?? '')).toMatchObject({
      number: 1,
      status: 'shipped',
      paid: true,
      tags: ['a; b'],
      note: '=1+1',
    });
    expect(product.store.members('Order', 'friends', ids[2] ?? '')).toEqual([ids[0], ids[1]]);
    expect(product.store.trail('Order', ids[2] ?? '', 5).map(({ operation }) => operation)).toEqual(['create']);
  });

  test('rows without a number get the numbers after the given ones; a record keeps its own', () => {
    const product = productOf(shop);
    const numbers = (): unknown[] =>
      collectData(product)
        .rows.filter(({ entity }) => entity === 'Order')
        .map(({ values }) => [values.get('note'), values.get('number')]);
    const orders = `id,buyer,total,note,number\n,${ids[0]},0,a,\n${ids[1]},${ids[0]},0,b,7\n,${ids[0]},0,c,\n,${ids[0]},0,d,5\n`;
    expect(said(take(product, csv(product, { 'Person.csv': `id,name\n${ids[0]},Ana\n`, 'Order.csv': orders })))).toEqual([]);
    const first = [
      ['a', 8],
      ['b', 7],
      ['c', 9],
      ['d', 5],
    ];
    expect(numbers().sort()).toEqual(first);
    const more = `id,buyer,total,note\n${ids[1]},${ids[0]},0,b\n,${ids[0]},0,e\n`;
    expect(said(take(product, csv(product, { 'Order.csv': more })))).toEqual([]);
    expect(numbers().sort()).toEqual([...first, ['e', 10]]);
    expect(product.store.nextSerial('Order', 'number')).toBe(11);
  });

  test('a number in a later row is not assigned to an earlier row', () => {
    const product = productOf(shop);
    const orders = Array.from({ length: 700 }, (_, row) => `${ids[0]},0,${row},${row === 699 ? 3 : ''}`);
    const tables = { 'Person.csv': `id,name\n${ids[0]},Ana\n`, 'Order.csv': ['buyer,total,note,number', ...orders].join('\n') };
    expect(said(take(product, csv(product, tables)))).toEqual([]);
    const { rows } = collectData(product);
    const numbers = rows.filter(({ entity }) => entity === 'Order').map(({ values }) => Number(values.get('number')));
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 700 }, (_, number) => number + 3));
  });

  test('stops searching after a thousand problems', () => {
    const product = productOf(shop);
    const people = Array.from({ length: 3000 }, (_, row) => `Person ${row},${row % 2 === 0 ? 'none' : ''}`);
    const report = take(product, csv(product, { 'Person.csv': ['name,email', ...people].join('\n') }));
    expect(report.applied).toBe(false);
    expect(report.problems).toHaveLength(1000);
    expect(said(report).at(-1)).toBe('Person.csv, row 2000 email: Email must be an email address.');
    const short = ['name,email', ...people.map(() => 'x')].join('\n');
    expect(take(product, csv(product, { 'Person.csv': short })).problems).toHaveLength(1000);
  });

  test('every problem has its row, and nothing is imported', () => {
    const product = productOf(shop);
    const read = csv(product, {
      'Person.csv': `id,name,email,kind\n${ids[0]},Ana,ana@example.com,gold\n${ids[1]},,bo,silver\n${ids[2]},Cy,ana@example.com,plain\n${ids[0]},Di,,plain\n`,
      'Order.csv': `id,buyer,total\n${ids[3]},${ids[1]},5\n,${ids[0]},7\n,${ids[0]},0\n,${ids[3]},1.234\n`,
    });
    const report = take(product, read);
    expect(report.applied).toBe(false);
    expect(said(report)).toEqual([
      'Person.csv, row 3 email: Email must be an email address.',
      'Person.csv, row 3 kind: Kind must be “plain” or “gold”.',
      'Person.csv, row 4 email: Email is already taken.',
      `Person.csv, row 5 id: The id ${ids[0]} is used twice: Person.csv, row 2 has it too.`,
      'Order.csv, row 2 buyer: It refers to Person.csv, row 3, which cannot be imported.',
      'Order.csv, row 3: The lines do not add up to 7.00 EUR. (the rule “adds up” is broken)',
      'Order.csv, row 5 buyer: Buyer must be an existing person.',
      'Order.csv, row 5 total: Total must be an amount with at most two places.',
    ]);
    expect(snapshotOf(product).records.get('Person')).toEqual([]);
  });

  test('a known id updates its record; a rehearsal changes nothing', () => {
    const product = productOf(shop);
    take(product, csv(product, { 'Person.csv': `id,name,email\n${ids[0]},Ana,ana@example.com\n` }));
    const read = csv(product, { 'Person.csv': `id,email\n${ids[0]},new@example.com\n` });
    expect(take(product, read, true)).toMatchObject({ applied: false, problems: [] });
    expect(product.store.record('Person', ids[0] ?? '')).toMatchObject({ email: 'ana@example.com' });
    expect(Object.fromEntries(take(product, read).counts)).toEqual({ Person: { created: 0, changed: 1 } });
    expect(product.store.record('Person', ids[0] ?? '')).toMatchObject({ name: 'Ana', email: 'new@example.com' });
  });

  test('tables that do not fit the document are refused before their rows are read', () => {
    const product = productOf(shop);
    const problems = said(take(product, csv(product, { 'Persons.csv': 'name\nx\n', 'Order.csv': 'buyer,lines,colour\na,b\n' })));
    expect(problems).toEqual([
      'Persons.csv: There is no entity Persons in the document: the table’s name is the entity’s.',
      'Order.csv lines: Order.lines follows from other fields: leave the column out.',
      expect.stringMatching(/^Order\.csv colour: Order has no field “colour”\. Its fields are id, /),
      'Order.csv, row 2: It has 2 cells, the header has 3.',
    ]);
    expect(said(take(product, csv(product, {})))).toEqual([': There is no table in it: a file such as Ticket.csv for each entity.']);
  });

  test('text that is not JSON, or not data, is refused with a message', () => {
    const product = productOf(shop);
    const why = (text: string): string[] => said(take(product, readJson(bytes(text), 'data.json')));
    expect(why('{')[0]).toMatch(/^data\.json: This is not JSON: /);
    expect(why('[]')).toEqual([
      'data.json: There is no “entities” in it: an object with a list of records for each entity, as `data export` writes it.',
    ]);
    expect(why('{"entities": {"Person": [1], "Order": {}}, "version": 2, "files": {"a": {"base64": "!"}}, "since": [{}]}')).toEqual([
      'data.json: It is of version 2; this program knows version 1 only.',
      'data.json, Person 1: This is not a record: write an object with a value for each field.',
      'data.json: The value of Order isn’t a list of records.',
      'data.json: The file a is not whole: it needs a name, a mediaType and base64.',
      'data.json: “since” is not a list of { entity, field, id, at }.',
    ]);
    expect(why('{"entities": {"Person": [{"name": 5, "wish": 1}]}}')).toEqual([
      expect.stringMatching(/^data\.json, Person 1 name: Name must be text\./),
      expect.stringMatching(/^data\.json, Person 1 wish: Wish is not a field of person\./),
    ]);
  });

  test('a plain password is hashed, a hash is stored unchanged', () => {
    const product = productOf(shop);
    take(product, csv(product, { 'Person.csv': `id,name,secret\n${ids[0]},Ana,correct horse\n` }));
    const kept = product.store.record('Person', ids[0] ?? '')?.['secret'];
    expect(kept).not.toBe('correct horse');
    expect(cheapHasher.verify('correct horse', String(kept))).toBe(true);
    const other = productOf(shop, 2);
    take(other, readJson(bytes(writeJson('Shop', collectData(product))), 'data.json'));
    expect(other.store.record('Person', ids[0] ?? '')?.['secret']).toBe(kept);
  });
});
