import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CountedEngine, countedEngine } from '../../../testing/postgres/counted-engine.ts';
import { readCsv } from './csv-form.ts';
import { type ImportReport, importData } from './import-data.ts';

/* Counts the requests of an import over Postgres: each one but the last is a round trip. */

const document = `# Specification: Team

## 3. Entities

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| number | serial | | yes |
| name | text | yes | |
| email | email | | yes |
| boss | Person | | |
| friends | list of Person | | |

## 5. Rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not their own boss | Person | \`boss != self\` | CONFLICT |
`;

let counted: CountedEngine;

beforeAll(async () => {
  counted = await countedEngine(document);
}, 60_000);
afterAll(() => counted.close());

const id = (index: number): string => `01890000-0000-7000-8000-${String(index).padStart(12, '0')}`;

async function taken(lines: readonly string[]): Promise<ImportReport> {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  Object.assign(counted.cost, { passes: 0, requests: [] });
  return counted.run((product) => {
    const read = readCsv(product.index, [{ path: 'Person.csv', bytes }]);
    if (!read.ok) throw new Error(read.problems[0]?.message);
    return importData(product, read.data, { rehearse: false });
  });
}

const sent = (beginning: string): number =>
  counted.cost.requests.flatMap((one) => ('questions' in one ? one.questions : [])).filter(({ sql }) => sql.startsWith(beginning)).length;

test('a batch of new rows takes a few round trips, and its numbers one change of their counter', async () => {
  const rows = Array.from(
    { length: 1200 },
    (_, index) => `${id(index)},Person ${index},p${index}@example.com,${index === 0 ? '' : id(index - 1)}`,
  );
  const report = await taken(['id,name,email,boss', ...rows]);
  expect(report).toMatchObject({ applied: true, counts: new Map([['Person', { created: 1200, changed: 0 }]]) });
  expect(sent('INSERT INTO "Person"')).toBe(1200);
  expect(sent('INSERT INTO "_audit"')).toBe(1200);
  expect(sent('UPDATE "_serial"') + sent('INSERT INTO "_serial"')).toBeLessThan(10);
  expect(counted.cost.requests.length).toBeLessThan(30);
  const { numbers, boss } = await counted.run(({ store }) => ({
    numbers: store.query({ entity: 'Person', conditions: [] }).map(({ number }) => number),
    boss: store.record('Person', id(700))?.['boss'],
  }));
  expect(numbers).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
  expect(boss).toBe(id(699));
});

test('rows that change records, their lists and their relations store the given values', async () => {
  const report = await taken(['id,name,number,boss,friends', `${id(5)},Fay,,,${id(6)}; ${id(7)}`, `${id(9000)},New,4000,,${id(5)}`]);
  expect(report).toMatchObject({ applied: true, counts: new Map([['Person', { created: 1, changed: 1 }]]) });
  const found = await counted.run(({ store }) => ({
    fay: store.record('Person', id(5)),
    friends: [store.members('Person', 'friends', id(5)), store.members('Person', 'friends', id(9000))],
    trail: store.trail('Person', id(5), 1)[0]?.changes,
    next: store.nextSerial('Person', 'number'),
  }));
  expect(found).toEqual({
    fay: expect.objectContaining({ name: 'Fay', number: 6, boss: null }),
    friends: [[id(6), id(7)], [id(5)]],
    trail: { name: { from: 'Person 5', to: 'Fay' }, boss: { from: id(4), to: null }, friends: { from: [], to: [id(6), id(7)] } },
    next: 4001,
  });
});

test('if the database refuses a row, only that row is reported', async () => {
  const rows = ['id,name,email', `${id(1)},First,p1@example.com`, `${id(9001)},Taken,p3@example.com`, `${id(9002)},Free,free@example.com`];
  const report = await taken(rows);
  expect(report.applied).toBe(false);
  expect(report.problems.map(({ place, message }) => `${place}: ${message}`)).toEqual(['Person.csv, row 3: Email is already taken.']);
  // No statement fails, which would force sending each one separately.
  expect(sent('SAVEPOINT "one"')).toBe(0);
  expect(await counted.run(({ store }) => store.record('Person', id(9002)))).toBeNull();
});

test('a duplicate value among new rows, or one that another row gives up, is detected before writing', async () => {
  const twice = await taken(['id,name,email', `${id(9003)},One,twice@example.com`, `${id(9004)},Other,Twice@example.com`]);
  expect(twice.problems.map(({ place, message }) => `${place}: ${message}`)).toEqual(['Person.csv, row 3: Email is already taken.']);
  expect(sent('SAVEPOINT "one"')).toBe(0);
  const moved = await taken(['id,name,email', `${id(5)},Fay,fay@example.com`, `${id(9003)},One,p5@example.com`]);
  expect(moved).toMatchObject({ applied: true, problems: [] });
  const kept = await counted.run(({ store }) => store.record('Person', id(9003)));
  expect(kept?.['email']).toBe('p5@example.com');
});
