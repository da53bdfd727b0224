import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../testing/long-run.ts';
import { checkModel } from '../check/check.ts';
import type { Model } from '../model/model.ts';
import { readModel } from '../model/read.ts';
import { runScenarios } from '../verify/scenarios.ts';
import { NotReadable } from './draft.ts';
import { importText } from './import.ts';
import { importers } from './importers/index.ts';

const errorsOf = (text: string) => checkModel(readModel(text)).filter(({ severity }) => severity === 'error');
const fieldsOf = (model: Model, entity: string) =>
  Object.fromEntries(
    (model.entities.find(({ name }) => name.text === entity)?.fields ?? []).map((field) => [
      field.name.text,
      `${model.text.slice(field.typeSpan.from, field.typeSpan.to)}${field.required ? ' required' : ''}${field.unique ? ' unique' : ''}`,
    ]),
  );

/** Imports a text and expects the document to check without errors. */
async function imported(text: string, file: string) {
  const result = await importText(text, file);
  expect(errorsOf(result.text)).toEqual([]);
  return { ...result, model: readModel(result.text), messages: result.losses.map(({ where, message }) => `${where}: ${message}`) };
}

/** Returns null if the import fails with NotReadable. */
const readable = (text: string, format: string) =>
  importText(text, 'x', format).catch((error: unknown) => {
    if (error instanceof NotReadable) return null;
    throw error;
  });

describe('CSV', () => {
  const csv = [
    'No;Customer;E-Mail;Kind;Price;Received;Done;Postcode;Notes',
    '1;Ana Díaz;ana@example.com;road;"1.234,50 €";3.1.2026;ja;01069;"a | b"',
    '2;Bo Chen;bo@example.com;city;12,00 €;14.2.2026;nein;80331;',
    '3;Cy Ek;cy@example.com;Road;5,00 €;28.2.2026;nein;10115;TBD',
    '4;Di Fo;di@example.com;city;5,00 €;1.3.2026;ja;20095;',
  ];

  test('types are guessed from all values', async () => {
    const { model, text } = await imported(csv.join('\r\n').replace('Road', 'road'), 'bikes.csv');
    expect(fieldsOf(model, 'Bike')).toEqual({
      no: 'integer required unique',
      customer: 'text required',
      eMail: 'email required unique',
      kind: 'enum road, city required',
      price: 'money required',
      received: 'date required',
      done: 'boolean required',
      postcode: 'text required',
      notes: 'text',
    });
    expect(text).toContain('| Bike1 | 1 | Ana Díaz | ana@example.com | road | 1234.50 | 2026-01-03 | yes | 01069 | a \\| b |');
    expect(text).toContain('| CURRENCY | EUR |');
    expect(model.entities[0]?.examples).toHaveLength(4);
    expect(model.screens.map(({ name, parts }) => [name.text, parts.map(({ kind }) => kind)])).toEqual([
      ['Bike list', ['list', 'button']],
      ['New bike', ['form']],
      ['One bike', ['details']],
    ]);
  });

  test('the first ten of many rows become examples, and the rest is a loss', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => `${index},name ${index}`);
    const { model, messages } = await imported(['id,name', ...rows].join('\n'), 'things.csv');
    expect(model.entities[0]?.examples).toHaveLength(10);
    expect(messages).toContainEqual(expect.stringMatching(/^row 12: 290 further rows/));
  });

  test('the error for a broken file gives the position', async () => {
    const { losses } = await importText('a,b\n\n1,2\n ,\n3,4,5\n', 'x.csv');
    expect(losses.map(({ where }) => where)).toEqual(['row 5']);
    await expect(importText('a,b\n"x,y', 'x.csv')).rejects.toThrow('The quotes of row');
    await expect(importText('a,b\n', 'x.csv')).rejects.toThrow('no rows');
  });

  test('any table becomes a document', { timeout: 60_000 }, async () => {
    const cell = fc.oneof(
      fc.string(),
      fc.constantFrom('1', '2.5', '€ 3', '2026-01-02', 'yes', '`x`', 'TBD', '|', '# a', 'a@b.c', '12:30', '12 %', 'https://a.b'),
    );
    const table = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 2, maxLength: 6 }));
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = rows.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n');
        const result = await readable(text, 'csv');
        if (result !== null) expect(errorsOf(result.text)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('SQL', () => {
  const folder = new URL('../../tests/samples/import/', import.meta.url);
  const sample = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

  test('output of pg_dump', async () => {
    const { model, messages } = await imported(sample('postgres.sql'), 'postgres.sql');
    expect(fieldsOf(model, 'Customer')).toEqual({
      email: 'email required unique',
      full_name: 'text required',
      born: 'date',
      balance: 'money required',
      tags: 'list of text',
      settings: 'json',
      newsletter: 'boolean required',
    });
    expect(fieldsOf(model, 'Order')).toMatchObject({
      customer: 'Customer on delete cascade required',
      state: 'enum open, paid, sent back required',
      note: 'text(500)',
    });
    expect(model.rules.map(({ must }) => must)).toMatchObject([{ kind: 'holds' }]);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^line 14: The statement “CREATE FUNCTION/),
        expect.stringMatching(/The statement “CREATE UNIQUE INDEX one_open/),
        expect.stringMatching(/The statement “CREATE VIEW/),
        expect.stringMatching(/The statement “GRANT/),
        expect.stringMatching(/The type tsvector became text: orders\.search/),
        expect.stringMatching(/How orders\.total is computed/),
        expect.stringMatching(/The value “sent'back” of orders\.state became “sent back”/),
      ]),
    );
  });

  test('output of mysqldump', async () => {
    const { model, messages } = await imported(sample('mysql.sql'), 'mysql.sql');
    expect(fieldsOf(model, 'Film')).toMatchObject({
      title: 'text(128) required',
      language: 'Language required',
      rating: 'enum G, PG, PG-13, R, NC-17',
      is_new: 'boolean required',
      actors: 'list of Actor',
    });
    expect(model.rules.map(({ must }) => must)).toMatchObject([{ kind: 'unique', fields: [{ text: 'title' }, { text: 'release_year' }] }]);
    expect(messages).toContainEqual(expect.stringContaining('What updates film.last_update'));
    expect(messages).toContainEqual(expect.stringContaining('The statement “CREATE TRIGGER'));
  });

  test('SQLite, SQL Server, and hand-written SQL', async () => {
    const sqlite = await imported(sample('sqlite.sql'), 'sqlite.sql');
    expect(fieldsOf(sqlite.model, 'Album')).toMatchObject({ Title: 'text(160) required', Artist: 'Artist required' });
    expect(sqlite.messages).toContainEqual(expect.stringContaining('refers to missing'));
    const server = await imported(sample('sqlserver.sql'), 'sqlserver.sql');
    expect(fieldsOf(server.model, 'Visit')).toMatchObject({ Patient: 'Patient on delete cascade required', Starts: 'datetime required' });
    expect(server.text).toContain('| IsActive | boolean | yes | yes |');
    expect(server.messages).toContainEqual(expect.stringContaining('How Patient.Age is computed'));
    const written = await imported(sample('written.sql'), 'written.sql');
    expect(fieldsOf(written.model, 'Course')).toMatchObject({ teacher: 'Teacher on delete clear', rooms: 'list of Room', price: 'money' });
    expect(written.text).toContain('`(seats == null \\|\\| seats >= 1 && seats <= 40)`');
  });

  test('an error says that there is no table', async () => {
    await expect(importText('select 1;', 'x.sql')).rejects.toThrow('no CREATE TABLE');
  });
});

describe('OpenAPI', () => {
  const folder = new URL('../../node_modules/@readme/oas-examples/', import.meta.url);
  const all = readdirSync(fileURLToPath(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^[23]\.\d.*\.(json|ya?ml)$/.test(name))
    .sort();
  const chosen = [
    ...['2.0/json/petstore.json', '2.0/yaml/petstore-expanded.yaml', '2.0/yaml/schema-circular.yaml', '2.0/json/api-with-examples.json'],
    ...['3.0/yaml/petstore.yaml', '3.0/json/uspto.json', '3.0/json/callbacks.json', '3.0/json/link-example.json', '3.0/json/circular.json'],
    ...['3.0/json/complex-nesting.json', '3.0/yaml/schema-types.yaml', '3.0/json/polymorphism.json', '3.0/yaml/parameters-style.yaml'],
    ...['3.0/json/security.json', '3.0/json/file-uploads.json', '3.0/json/schema-enums.json', '3.0/json/http-status-codes.json'],
    ...['3.0/json/schema-validation.json', '3.1/json/petstore.json', '3.1/yaml/train-travel.yaml', '3.1/yaml/webhooks.yaml'],
  ];
  const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

  // NINEFOLD_LONG runs all of them.
  test.each(isLong ? all : chosen)('%s', { timeout: 60_000 }, async (name) => {
    await imported(read(name), name);
  });

  test('the pet store has its entities, calls and errors', async () => {
    const { model, messages } = await imported(read('3.0/yaml/petstore.yaml'), 'petstore.yaml');
    expect(fieldsOf(model, 'Pet')).toMatchObject({
      category: 'Category',
      name: 'text required',
      tags: 'list of Tag',
      status: 'enum available, pending, sold',
    });
    const actions = model.calls.map(({ method, path, does }) => `${method} ${path}: ${does?.source ?? ''}`);
    expect(actions).toContain('POST /pet: create Pet as pet');
    expect(actions).toContain('GET /pet/:petId: get Pet as pet where pet.id == petId');
    expect(messages).toContainEqual(expect.stringContaining('“security” was not carried over'));
    expect(messages).toContainEqual(expect.stringMatching(/xml.*was not carried over/));
  });

  test.each(['3.0/json/link-example.json', '2.0/json/petstore-simple.json', '3.0/json/callbacks.json'])(
    '%s: whatever can be removed without changing the document is reported as a loss',
    { timeout: 60_000 },
    async (name) => {
      const whole = JSON.parse(read(name));
      const { text, losses } = await importText(JSON.stringify(whole), name);
      const named = losses.map(({ where, message }) => `${where} ${message}`).join('\n');
      const silent: string[] = [];
      const without = async (node: unknown, path: readonly string[]): Promise<void> => {
        if (typeof node !== 'object' || node === null) return;
        for (const [key, value] of Object.entries(node)) {
          const at = [...path, key];
          const less = JSON.parse(JSON.stringify(whole));
          const parent = path.reduce((inner, step) => inner[step], less);
          if (Array.isArray(parent)) parent.splice(Number(key), 1);
          else delete parent[key];
          const changed = await importText(JSON.stringify(less), name).catch((error: unknown) =>
            error instanceof NotReadable ? null : Promise.reject(error),
          );
          // A loss mentions it, or one of the objects around it.
          if (changed === null || changed.text !== text) await without(value, at);
          else if (!at.some((step) => named.includes(`“${step}”`) || named.includes(`.${step} `))) silent.push(at.join('.'));
        }
      };
      await without(whole, []);
      // These keys only repeat the rest: a title, that a type is an object, that a success is 200.
      expect(
        silent.filter((path) => !/(^|\.)(title|type|format|required|in|openapi|description|operationId|200)(\.\d+)?$/.test(path)),
      ).toEqual([]);
    },
  );

  test('input that is neither JSON nor YAML, or not OpenAPI', async () => {
    await expect(importText('{"openapi": "3.0.0", "paths": [}', 'x.json')).rejects.toBeInstanceOf(NotReadable);
    await expect(importText('openapi: 3.0.0\n<b>', 'x.yaml')).rejects.toThrow(/^This is neither JSON nor YAML: .*line 2, column 1\.$/);
    await expect(importText('\0\u0001\u0002PK', 'x.xlsx')).rejects.toThrow('Not a text file');
    await expect(importText('openapi: 4.0.0', 'x.yaml')).rejects.toThrow('Only OpenAPI 3 and Swagger 2');
  });
});

describe('states', () => {
  test('transitions from the start state and to none', async () => {
    const source = '{"id": "light", "initial": "nope", "states": {"green": {"on": {"NEXT": "blue", "STOP": "red"}}, "red": {}}}';
    const { text, losses } = await importText(source, 'light.json');
    expect(checkModel(readModel(text)).filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(readModel(text).machines[0]?.start?.text).toBe('green');
    expect(losses.map(({ message }) => message)).toEqual([
      'There is no state “nope” to begin in: it begins in the first one.',
      'There is no state “blue”: this transition was not carried over.',
    ]);
  });

  test('XState as JavaScript, with nested states', async () => {
    const source = `import { createMachine } from 'xstate';
      export const order = createMachine({
        id: 'order', // an order
        initial: 'open',
        context: {},
        states: {
          open: { on: { PAY: { target: 'paid', guard: 'isCheap', actions: ['mail'] }, CANCEL: 'cancelled' }, after: { 86400000: 'cancelled' } },
          paid: { initial: 'packing', states: { packing: { on: { PACK: 'ready' } }, ready: {} }, on: { SHIP: '#order.shipped' } },
          shipped: { type: 'final' },
          cancelled: { type: 'final' },
        },
      });`;
    const { text, messages } = await imported(source, 'order.ts');
    expect(text).toContain('### Order.status');
    expect(text).toContain('| open | pay | packing | `TBD` | only if isCheap; then mail |');
    expect(text).toContain('| open | after `days(1)` | cancelled | | final |');
    expect(text).toContain('| packing, ready | ship | shipped | | final |');
    expect(messages).toContainEqual(expect.stringContaining('“context” was not carried over'));
    await expect(importText(source.replace("'isCheap'", '({ context }) => true'), 'x.ts')).rejects.toThrow('functions');
  });

  test('Mermaid as people write it', async () => {
    const { text, messages } = await imported(
      'stateDiagram-v2\n  direction LR\n  [*] --> Still\n  Still --> Moving : go [has fuel] / honk\n  Moving --> Still\n  Moving --> Crash : after 3 hours\n  Crash --> [*]\n  note right of Crash : oh no\n  classDef bad fill:red\n',
      'car.mmd',
    );
    expect(text).toContain('### Car.status');
    expect(text).toContain('| still | go | moving | `TBD` | only if has fuel; then honk |');
    expect(text).toContain('| moving | after `hours(3)` | crash | | final |');
    expect(messages).toContainEqual('line 8: A note was not carried over: note right of Crash : oh no');
    expect(messages).toContainEqual(expect.stringMatching(/^line 5: A transition without a name/));
  });
});

test('Gherkin: people, and scenarios as prose', async () => {
  const { model, text } = await imported(
    '@shop\nFeature: Orders\n  As a customer\n  I want to order\n  So that I have it\n\n  Background:\n    Given a shop\n  Scenario: one\n    When I order\n      | what |\n      | tea  |\n    Then I am glad\n',
    'orders.feature',
  );
  expect(model.people).toMatchObject([{ name: { text: 'customer' }, wants: 'order', soThat: 'I have it' }]);
  expect(text).toContain('### Scenario: one\n\n- Given a shop\n- When I order | what | | tea |\n- Then I am glad');
});

test('Markdown with its own headings is sorted into the nine sections', async () => {
  const { model, text } = await imported(
    [
      '# Bike Shop',
      '## Overview\n\nWe repair bikes.\n\n- As a mechanic, I want to see my orders so that nothing is late.',
      '## Data model\n\n### Order\n\n| Attribute | Type | Required |\n|---|---|---|\n| Number | int | yes |\n| Kind | enum: road, city | no |\n| Blob | odd | |',
      '## API\n\n| Method | Path | Description |\n|---|---|---|\n| GET | /orders/{number} | one |',
      '## Errors\n\n| Code | Status | Message |\n|---|---|---|\n| too late | 409 | Too late. |',
      '## Permissions\n\nOnly mechanics change orders.\n\n```js\n## 9. not a heading\n```',
    ].join('\n\n'),
    'prd.md',
  );
  expect(model.name).toBe('Bike Shop');
  expect(model.people.map(({ name }) => name.text)).toEqual(['mechanic']);
  expect(fieldsOf(model, 'Order')).toEqual({ Number: 'integer required', Kind: 'enum road, city', Blob: 'text' });
  expect(model.calls.map(({ name }) => name.text)).toEqual(['GET /orders/:number']);
  expect(model.errors.some(({ name }) => name.text === 'TOO_LATE')).toBe(true);
  expect(text).toMatch(/## 6\. Roles and permissions\n\n\*\*Permissions\*\*\n\nOnly mechanics change orders\./);
  expect(model.sections.map(({ state }) => state)).toEqual(expect.arrayContaining(['assumed', 'not shown']));
  await expect(importText('# Specification: A\n\n## 1. What\n\nWords.\n', 'a.md')).rejects.toThrow('a specification already');
});

describe('any input', () => {
  const pieces = fc.constantFrom(
    ...[
      'create table a (',
      'b int',
      ');',
      ',',
      '"',
      "'",
      '--',
      '[*] --> a',
      'stateDiagram-v2',
      'Feature: x',
      'Scenario: y',
      '| a | b |',
      '|---|---|',
      '# ',
      '## 3. Entities',
      '`',
      '{',
      '}',
    ],
    ...[
      '"openapi": "3.0.0"',
      '"paths": {}',
      'states:',
      'a;b',
      '\n',
      '\n',
      '<!-- ninefold ignore x -->',
      '\0',
      'references a (b)',
      'check (b > 0)',
      '### Ticket',
      '| Field | Type |',
    ],
  );
  const anyText = fc.array(fc.oneof(pieces, fc.string()), { maxLength: 30 }).map((parts) => parts.join(' '));

  test.each(importers.map(({ name }) => name))(
    '%s gives a document without errors or says why not',
    { timeout: 60_000 },
    async (format) => {
      await fc.assert(
        fc.asyncProperty(anyText, async (text) => {
          const result = await readable(text, format);
          if (result !== null) expect(errorsOf(result.text)).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('the product of an imported document runs', async () => {
    const { text } = await importText('name,price\nTea,1.50\nCup,3.00\n', 'goods.csv');
    const tried = text.replace(
      '## 2.',
      '### Scenario: it is kept\n\n| As | Do | Expect |\n|---|---|---|\n| nobody | `create Good as g with {"name": "Jam", "price": 2}` | `Good.size() == 3` |\n\n## 2.',
    );
    expect(runScenarios(readModel(tried)).map(({ passed }) => passed)).toEqual([true]);
  });
});
