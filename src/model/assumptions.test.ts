import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../base/text-edit.ts';
import { expressionsOf } from '../expression/action.ts';
import { errorOf, screenOf, startOf } from './lookup.ts';
import type { Model } from './model.ts';
import { readModel } from './read.ts';

const helpdesk = readFileSync(new URL('../../testing/documents/helpdesk.md', import.meta.url), 'utf8');
const without = (...numbers: number[]): string =>
  helpdesk
    .split(/^(?=## )/m)
    .filter((part) => !numbers.some((number) => part.startsWith(`## ${number}.`)))
    .join('');
/** The document with each of these sections reduced to a sentence that it is not shown. */
const silent = (...numbers: number[]): string =>
  helpdesk
    .split(/^(?=## )/m)
    .map((part) => (numbers.some((number) => part.startsWith(`## ${number}.`)) ? `${part.split('\n')[0]}\n\nThis is not shown.\n\n` : part))
    .join('');
const texts = (model: Model): string[] => model.assumptions.map((assumption) => assumption.text);
const problems = (model: Model): string[] => [
  ...model.misreads.map((one) => one.message),
  ...model.references.filter((one) => !one.found).map((one) => `${one.kind} ${one.text}`),
  ...model.expressions.flatMap((one) => one.expression.problems.map((problem) => problem.message)),
  ...model.actions.flatMap(({ action }) =>
    [action, ...action.steps.flatMap(expressionsOf)].flatMap((one) => one.problems.map((problem) => problem.message)),
  ),
];

/** Writes every assumption into the document, one after the other, as the workbench would. */
function writeAll(text: string): string {
  let written = text;
  for (let count = 0; count < 50; count++) {
    const model = readModel(written);
    const next = model.assumptions.find((assumption) => assumption.write !== null);
    if (next?.write == null) return written;
    written = applyEdits(written, next.write.edits);
    expect(texts(readModel(written)), `${next.text} is assumed no more once it is written`).not.toContain(next.text);
  }
  throw new Error('writing assumptions does not come to an end');
}

describe.each([
  ['without section 2', without(2)],
  ['with a silent section 2', silent(2)],
  ['without section 6', without(6)],
  ['without section 7', without(7)],
  ['without section 8', without(8)],
  ['with silent sections 2, 6, 7 and 8', silent(2, 6, 7, 8)],
  ['without sections 2, 6, 7 and 8', without(2, 6, 7, 8)],
  ['with the line ends of Windows', silent(2, 6, 7, 8).replaceAll('\n', '\r\n')],
])('a document %s', (_, text) => {
  test('still reads as a runnable product', () => {
    const model = readModel(text);
    expect(problems(model)).toEqual([]);
    expect(model.screens.length).toBeGreaterThan(0);
    expect(model.calls.length).toBeGreaterThan(0);
  });

  test('reads the same after its assumptions are written into it', () => {
    const before = readModel(text);
    const written = writeAll(text);
    const after = readModel(written);
    expect(texts(after)).toEqual([]);
    expect(after.holes).toEqual([]);
    expect(problems(after)).toEqual([]);
    const names = (model: Model): unknown => ({
      screens: model.screens.map((screen) => [screen.name.text, screen.route, screen.parts.map((part) => part.kind)]),
      calls: model.calls.map((call) => [call.name.text, call.does?.source, call.returns?.status]),
      errors: model.errors.map((error) => [error.name.text, error.status]),
      roles: model.roles.map((role) => [role.name.text, role.is?.source]),
    });
    expect(names(after)).toEqual(names(before));
    // Every original line is still present.
    const lines = new Set(written.split(/\r?\n/));
    expect(text.split(/\r?\n/).filter((line) => !lines.has(line) && !line.includes('not shown'))).toEqual([]);
    if (text.includes('\r\n')) expect(written.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });
});

describe('screens', () => {
  const entity = '## 3. E\n\n### OrderLine\n\n| Field | Type |\n|---|---|\n| name | text |\n| price | decimal |\n';
  test('are assumed for entities when the document has none', () => {
    const model = readModel(entity);
    expect(model.screens.map((screen) => [screen.name.text, screen.route, screen.about?.text ?? null, screen.assumed])).toEqual([
      ['Order lines', '/order-lines', null, true],
      ['New order line', '/order-lines/new', null, true],
      ['Order line', '/order-lines/:id', 'OrderLine', true],
    ]);
    expect(texts(model)).toContain('Section 2 shows no screens: OrderLine can be listed, shown, created and changed.');
    expect(screenOf(model, 'Order lines')?.parts).toMatchObject([
      { kind: 'button', label: 'New order line' },
      {
        kind: 'list',
        entity: { text: 'OrderLine' },
        fields: [{ name: { text: 'name' } }, { name: { text: 'price' } }],
        open: { text: 'Order line' },
      },
    ]);
    // Assumed parts point to the entity that they are assumed for.
    for (const screen of model.screens) for (const part of screen.parts) expect(part.span).toEqual(model.entities[0]?.name.span);
  });

  test('are placed under /admin beside the document’s own', () => {
    const model = readModel(
      `## 2. S\n\n| Screen | Route |\n|---|---|\n| Order lines | / |\n\n### Order lines\n\n- text: Hello\n\n${entity}`,
    );
    expect(model.screens.map((screen) => [screen.name.text, screen.route, screen.assumed])).toEqual([
      ['Order lines', '/', false],
      ['Admin order lines', '/admin/order-lines', true],
      ['New order line', '/admin/order-lines/new', true],
      ['Order line', '/admin/order-lines/:id', true],
    ]);
    expect(texts(model)).toContain('No screen shows OrderLine: those who may change any of its records reach it at /admin/order-lines.');
  });

  test('get parts when they have none', () => {
    const text = `## 2. S\n\n| Screen | Route | About |\n|---|---|---|\n| All | / | OrderLine |\n| One | /:id | OrderLine |\n| Sign in | /in | |\n| New order line | /new | |\n| Odd | /odd | |\n\n### One\n\nWords of its own.\n\n${entity}`;
    const model = readModel(text);
    expect(model.screens.map((screen) => [screen.name.text, screen.assumed, screen.parts.map((part) => part.kind)])).toEqual([
      ['All', true, ['list']],
      ['One', true, ['details', 'buttons', 'form']],
      ['Sign in', true, ['sign-in']],
      ['New order line', true, ['form']],
      ['Odd', false, []],
    ]);
    expect(model.holes.filter((hole) => hole.kind === 'cell').map((hole) => hole.about)).toEqual(['what the screen “Odd” shows']);
    expect(writeAll(text)).toContain('### One\n\nWords of its own.\n\n- details: name, price');
  });
});

describe('states', () => {
  const entity = '## 3. E\n\n### T\n\n| Field | Type |\n|---|---|\n| name | text |\n| s | state |\n\n';
  test('begin with the first one mentioned when no row is the start', () => {
    const text = `${entity}## 4. S\n\n### T.s\n\n| From | Event | To | Description |\n|---|---|---|---|\n| open | close | closed | final |\n`;
    const model = readModel(text);
    expect(model.machines[0]?.start).toBeNull();
    expect(model.machines.map(startOf)).toEqual(['open']);
    expect(texts(model)).toContain('The table of T.s has no start: a new T is “open”.');
    expect(writeAll(text)).toContain('|---|---|---|---|\n| | | open | |\n| open | close');
  });

  test('without a table are a separate hole when section 4 has other content', () => {
    const model = readModel(`${entity}## 4. S\n\nWords.\n`);
    expect(model.holes.filter((hole) => hole.section === 4).map((hole) => hole.about)).toEqual(['the states of T.s']);
    expect(
      readModel(entity)
        .holes.filter((hole) => hole.section === 4)
        .map((hole) => hole.kind),
    ).toEqual(['section']);
  });
});

describe('section 6', () => {
  test('with roles but no permissions is assumed', () => {
    const model = readModel('## 6. P\n\n| Role | Is |\n|---|---|\n| a | `true` |\n');
    expect(model.permissions).toBeNull();
    expect(model.sections[5]?.state).toBe('assumed');
    expect(texts(model)).toEqual(['Section 6 shows no permissions: everyone may do everything.']);
  });

  test('without a table of accounts uses the entity with an email and a password', () => {
    const model = readModel('## 3. E\n\n### Member\n\n| Field | Type |\n|---|---|\n| mail | email |\n| secret | password |\n');
    expect(model.account).toMatchObject({ entity: { text: 'Member' }, signInWith: [{ text: 'mail' }, { text: 'secret' }], signUp: false });
    expect(model.declarations.account).toBe('Member');
  });
});

test('an error that only an action raises is assumed too', () => {
  const model = readModel(`## 3. Entities

### Task

| Field | Type |
|---|---|
| name | text |

## 7. Calls

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /tasks\` | \`{name}\` | \`check size(name) > 3 else TOO_SHORT; create Task with {name: name}\` | 201 |
`);
  expect(model.errors.map(({ name, status }) => [name.text, status])).toEqual([['TOO_SHORT', 422]]);
  expect(problems(model)).toEqual([]);
});

test('errors that are named but not listed can be raised', () => {
  const model = readModel(without(8));
  expect(errorOf(model, 'NO_ANSWER')).toMatchObject({ status: 409, message: [{ text: 'No answer.' }] });
  expect(errorOf(model, 'SUBJECT_EMPTY')).toMatchObject({ status: 422 });
});

test('money without a currency is reported', () => {
  const text =
    '## 3. E\n\n### T\n\n| Field | Type |\n|---|---|\n| price | money |\n\n## 9. C\n\n| Constant | Value |\n|---|---|\n| A | 1 |\n';
  expect(texts(readModel(text)).join('\n')).toMatch(/^There is no constant CURRENCY/m);
  expect(writeAll(text)).toContain('| A | 1 |\n| CURRENCY | EUR |');
});

test('constants named elsewhere have no value yet when section 9 lists none', () => {
  const rest =
    '## 3. E\n\n### T\n\n| Field | Type |\n|---|---|\n| a | integer |\n| s | state |\n\n## 4. S\n\n### T.s\n\n| From | Event | To |\n|---|---|---|\n| | | open |\n| open | after CLOSE | done |\n\n## 5. R\n\n| Rule | On | Must hold | Error |\n|---|---|---|---|\n| r | T.a | `a < MOST && "NOT_ME" != "x"` | TOO_MUCH |\n\n## 7. C\n\n| Call | Does |\n|---|---|\n| `GET /a` | `check 1 < LEAST else TOO_MUCH` |\n';
  for (const text of [rest, `${rest}\n## 9. Constants\n\nNot shown.\n`]) {
    const model = readModel(text);
    expect(model.constants.map(({ name, value }) => [name.text, value])).toEqual([
      ['CLOSE', undefined],
      ['MOST', undefined],
      ['LEAST', undefined],
    ]);
    expect(model.expressions.flatMap(({ expression }) => expression.problems)).toEqual([]);
    const assumed = model.assumptions.find(({ section }) => section === 9);
    expect(assumed?.text).toBe(
      'Section 9 lists no constants: CLOSE, MOST and LEAST have no value yet, and what depends on them is not enforced.',
    );
    const written = readModel(applyEdits(text, assumed?.write?.edits ?? []));
    expect(written.holes.filter(({ kind }) => kind === 'constant').map(({ about }) => about)).toEqual([
      'the value of CLOSE',
      'the value of MOST',
      'the value of LEAST',
    ]);
  }
});
