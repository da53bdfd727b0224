import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../testing/rounds.ts';
import { applyEdits } from '../../base/text-edit.ts';
import type { Model } from '../../model/model.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

const head = `# Specification: Ferry

## 3. Entities and their fields

### Sailing

| Field | Type |
|---|---|
| places | integer |
| status | state |

`;

const unread = (text: string) => checkModel(readModel(text)).filter(({ code }) => code === 'lines-not-read');
const errors = (text: string): string[] =>
  checkModel(readModel(text)).flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));

/** The model after the fix of the only lines that are not read. */
function rewritten(text: string): Model {
  const [finding, ...more] = unread(text);
  expect(more).toEqual([]);
  const [fix] = finding?.fixes ?? [];
  if (fix === undefined) throw new Error(`there is no fix:\n${text}`);
  const after = applyEdits(text, fix.edits);
  expect(unread(after)).toEqual([]);
  expect(errors(after)).toEqual([]);
  return readModel(after);
}

/** The lines as a paragraph or as one of two lists, with either line end. */
const block = (lines: readonly string[]): fc.Arbitrary<string> =>
  fc
    .record({ mark: fc.constantFrom('', '- ', '* '), end: fc.constantFrom('\n', '\r\n') })
    .map(({ mark, end }) => lines.map((line) => `${mark}${line}${end}`).join(''));

type Drawn<A> = A extends fc.Arbitrary<infer T> ? T : never;

const lines = <T>(row: fc.Arbitrary<T>, nameOf: (row: T) => string, write: (row: T) => string) =>
  fc
    .uniqueArray(row, { minLength: 1, maxLength: 5, selector: nameOf })
    .chain((rows) => block(rows.map(write)).map((text) => ({ rows, text })));

const name = fc.constantFrom('MOST_PLACES', 'LEAST', 'HOLD_FOR', 'A1', 'TOO_LATE', 'FULL');

test('constants', () => {
  const row = fc.record({
    name,
    number: fc.oneof(fc.integer({ min: -5, max: 90_000 }).map(String), fc.constant('2.5')),
    unit: fc.constantFrom('', 'days', 'hours', '%', 'EUR'),
    description: fc.constantFrom('', 'by law', 'at most | a day'),
    separator: fc.constantFrom(' = ', ': ', ' – ', '=', ' := '),
    style: fc.constantFrom('', '`', '**'),
    words: fc.boolean(),
  });
  const write = (one: Drawn<typeof row>): string => {
    const called = one.words ? one.name.toLowerCase().replaceAll('_', ' ') : one.name;
    const description = one.description === '' ? '' : ` (${one.description})`;
    return `${one.style}${called}${one.style}${one.separator}${one.number}${one.unit === '%' ? '' : ' '}${one.unit}${description}`.trimEnd();
  };
  fc.assert(
    fc.property(
      lines(row, (one) => one.name, write),
      ({ rows, text }) => {
        const { constants } = rewritten(`${head}## 9. Constants\n\n${text}`);
        expect(constants.map((one) => [one.name.text, one.unit ?? '', one.description ?? ''])).toEqual(
          rows.map((one) => [one.name, one.unit, one.description]),
        );
        for (const [index, one] of rows.entries()) {
          if (one.unit === '') expect(Number(constants[index]?.value)).toBe(Number(one.number));
        }
      },
    ),
    { numRuns: rounds(30) },
  );
});

test('errors', () => {
  const row = fc.record({
    name: fc.constantFrom('TOO_LATE', 'FULL', 'NO_BOAT', 'CLOSED_404'),
    status: fc.constantFrom('', '404', '409', '422'),
    message: fc.constantFrom('It is too late.', 'At most 20 a day', 'Call 112 | now'),
    form: fc.nat(4),
    style: fc.constantFrom('', '`', '**'),
  });
  const write = (one: Drawn<typeof row>): string => {
    const called = `${one.style}${one.name}${one.style}`;
    if (one.status === '') return `${called}: ${one.message}`;
    return [
      `${called}: ${one.message} (${one.status})`,
      `${called} (${one.status}): ${one.message}`,
      `${one.status} ${called} – ${one.message}`,
      `HTTP ${one.status}: ${called} ${one.message}`,
      `${called}, ${one.status}, ${one.message}`,
    ][one.form] as string;
  };
  fc.assert(
    fc.property(
      lines(row, (one) => one.name, write),
      ({ rows, text }) => {
        const model = rewritten(`${head}## 8. Errors\n\n${text}`);
        expect(
          rows.map((one) => {
            const error = model.errors.find((other) => other.name.text === one.name);
            return [one.name, one.status === '' || error?.status === Number(one.status)];
          }),
        ).toEqual(rows.map((one) => [one.name, true]));
        for (const { message } of rows) expect(model.tree.text).toContain(message.replaceAll('|', '\\|'));
      },
    ),
    { numRuns: rounds(30) },
  );
});

test('calls', () => {
  const row = fc.record({
    method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
    path: fc.constantFrom('/sailings', '/sailings/:id', '/sailings/{id}', '/boats/{boat}/sailings'),
    description: fc.constantFrom('', ' all of them', ': one | two', ' – by its number'),
    style: fc.constantFrom('', '`', '**'),
  });
  const written = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
  fc.assert(
    fc.property(
      lines(
        row,
        (one) => `${one.method} ${written(one.path)}`,
        (one) => `${one.style}${one.method} ${one.path}${one.style}${one.description}`,
      ),
      ({ rows, text }) => {
        const { calls } = rewritten(`${head}## 7. Calls\n\n${text}`);
        expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual(rows.map((one) => `${one.method} ${written(one.path)}`));
      },
    ),
    { numRuns: rounds(30) },
  );
});

test.each([
  ['after the name of the entity', 'Sailing: planned -> boarding -> gone; planned → called off', ''],
  ['after the field, in two lines', 'Sailing.status: planned --> boarding => gone -> (end)\nSailing.status: planned -> called off', ''],
  ['under its heading', '- planned -> boarding -> gone\n- planned -> called off', '### Sailing\n\n'],
  ['under its heading with the field', 'planned -> boarding, boarding -> gone, planned -> called off', '### Sailing.status\n\n'],
])('states %s', (_, said, heading) => {
  const model = rewritten(`${head}## 4. States\n\n${heading}${said}\n`);
  const moves = model.machines.flatMap(({ transitions }) =>
    transitions.flatMap(({ from, to }) => from.map((state) => `${state.text} ${to?.text}`)),
  );
  expect(moves).toEqual(['planned boarding', 'boarding gone', 'planned called off']);
  expect(model.tree.text).toContain('| | | planned |');
});

test('screens in headings', () => {
  const name = fc.constantFrom('Sailings', 'My boats', 'Crew’s page');
  const row = fc.record({
    name,
    route: fc.constantFrom('/', '/sailings', '/boats/{id}', '/crew/:id'),
    form: fc.constantFrom(' (#)', ' – #', ': `#`', ' #', ' [#]'),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(row, { minLength: 1, maxLength: 3, selector: (one) => one.name }),
      fc.constantFrom('\n', '\r\n'),
      (rows, end) => {
        fc.pre(new Set(rows.map(({ route }) => route)).size === rows.length);
        const said = rows.map((one) => `### ${one.name}${one.form.replace('#', one.route)}\n\n- list of Sailing: places\n\n`).join('');
        const text = `# Specification: Ferry\n\n## 2. Screens\n\n${said}${head.slice(head.indexOf('## 3'))}`.replaceAll('\n', end);
        const [finding, ...more] = unread(text);
        expect(more).toEqual([]);
        const after = applyEdits(text, finding?.fixes[0]?.edits ?? []);
        const { screens } = readModel(after);
        expect(screens.map((one) => [one.name.text, one.route, one.parts.length])).toEqual(
          rows.map((one) => [one.name, one.route.replace('{id}', ':id'), 1]),
        );
      },
    ),
    { numRuns: rounds(30) },
  );
});

test('states of an unknown entity are reported without a fix', () => {
  const [finding] = unread(`${head}## 4. States\n\nBoat: afloat -> sunk\n`);
  expect(finding?.message).toBe(
    'This is read as prose and has no effect. Transitions are the rows of a table whose first column is “From”, under a heading with the entity and its field (### Order.status).',
  );
  expect(finding?.fixes).toEqual([]);
});

test.each([
  ['a sentence beside constants', '## 9. Constants\n\nMOST = 20\nMore is not allowed.\n'],
  ['a constant twice', '## 9. Constants\n\nMOST = 20\nmost = 30\n'],
  ['a number with separators', '## 9. Constants\n\nMOST = 1,000\n'],
  ['a section with a table', '## 9. Constants\n\nMOST = 20\n\n| Constant | Value |\n|---|---|\n| LEAST | 1 |\n'],
  ['a nested list', '## 8. Errors\n\n- FULL: It is full.\n  - no place is left\n'],
  ['prose about errors', '## 8. Errors\n\nEach error has a text.\n'],
  ['paths that differ in a name only', '## 7. Calls\n\nGET /a/{x}\nGET /a/{y}\n'],
  ['an arrow in a sentence', '## 4. States\n\nA sailing is planned (see page 3) -> then it departs.\n'],
])('%s: nothing is reported', (_, text) => {
  expect(unread(head + text)).toEqual([]);
});

// With a pattern whose steps grow with the square of the length, this does not end.
test.each(['a', ' ', 'A_', '1', '- ', '->', '(409', ': '])('a line of 200,000 characters (%s) is read', (repeated) => {
  for (const section of [3, 4, 7, 8, 9]) {
    const text = `${head}${section === 3 ? '### Boat' : `## ${section}. X`}\n\nA${repeated.repeat(200_000 / repeated.length)}!\n`;
    expect(unread(text).length).toBeLessThanOrEqual(1);
  }
});

test('fields under a heading without a table', () => {
  const row = fc.record({
    name: fc.constantFrom('number', 'free places', 'owner', 'kind', 'since'),
    type: fc.constantFrom(
      ['integer', 'integer'],
      ['string', 'text'],
      ['Sailing', 'Sailing'],
      ['enum low, high', 'enum low, high'],
      ['date?', 'date'],
    ),
    traits: fc.subarray(['required', 'unique', 'default 3', 'as agreed']),
    form: fc.constantFrom(': #', ' – #', ' (#)', ' - #'),
  });
  // The values of an enum are separated as its traits are.
  const write = (one: Drawn<typeof row>): string =>
    `${one.name}${one.form.replace('#', [one.type[0], ...(one.type[0]?.startsWith('enum') ? [] : one.traits)].join(', '))}`;
  fc.assert(
    fc.property(
      lines(row, (one) => one.name, write),
      ({ rows, text }) => {
        const after = applyEdits(`${head}### Boat\n\n${text}`, unread(`${head}### Boat\n\n${text}`)[0]?.fixes[0]?.edits ?? []);
        const boat = readModel(after).entities.find(({ name }) => name.text === 'Boat');
        const camel = (words: string): string => words.replace(/ (\w)/g, (_, letter: string) => letter.toUpperCase());
        expect(boat?.fields.filter(({ builtIn }) => !builtIn).map((one) => [one.name.text, one.required, one.unique])).toEqual(
          rows.map((one) => {
            const has = (trait: string): boolean => !one.type[0]?.startsWith('enum') && one.traits.includes(trait);
            return [camel(one.name), has('required'), has('unique')];
          }),
        );
        for (const { type } of rows) expect(after).toContain(` ${type[1]} |`);
      },
    ),
    { numRuns: rounds(30) },
  );
});

test.each([
  ['in parentheses', 'planned -> boarding (board, crew only)\nboarding -> gone (leave)', 'crew only'],
  ['before a colon', 'board: planned -> boarding\nleave: boarding -> gone', ''],
  ['on the arrow', 'planned --board--> boarding\nboarding -- leave --> gone', ''],
])('the event of a transition %s', (_, said, description) => {
  const model = rewritten(`${head}## 4. States\n\n### Sailing\n\n${said}\n`);
  const [machine] = model.machines;
  expect(
    machine?.transitions.map(({ from, trigger, to }) => [from[0]?.text, trigger.kind === 'event' ? trigger.name.text : '', to?.text]),
  ).toEqual([
    ['planned', 'board', 'boarding'],
    ['boarding', 'leave', 'gone'],
  ]);
  expect(model.tree.text).toContain(description);
});

test('a hyphen in a state is no arrow', () => {
  const model = rewritten(`${head}## 4. States\n\n### Sailing\n\nchecked-in -> gone\n`);
  expect(model.machines[0]?.states.map(({ name: state }) => state)).toEqual(['checked-in', 'gone']);
});

test('states of an entity without a field for them become a table', () => {
  const [finding] = unread(`${head.replace('| status | state |\n', '')}## 4. States\n\n### Sailing\n\nplanned -> gone\n`);
  expect(finding?.fixes[0]?.edits[0]?.insert).toContain('| planned | ? | gone |');
});

test('calls in headings', () => {
  const text = `${head}## 7. Calls\n\n### GET /sailings\nAll of them.\n\n### POST /sailings/{id}/leave\nBody: none.\n`;
  const [finding, ...more] = unread(text);
  expect(more).toEqual([]);
  const after = applyEdits(text, finding?.fixes[0]?.edits ?? []);
  expect(unread(after)).toEqual([]);
  expect(readModel(after).calls.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /sailings', 'POST /sailings/:id/leave']);
  expect(after).toContain('All of them.');
});

const used = `# Specification: Library

## 2. Screens and routes

| Screen | Route |
|---|---|
| Books | / |

### Books

- list of Book

## 3. Entities and their fields

`;

test.each([
  ['**Book**: title, pages: integer', ['title text', 'pages integer']],
  ['Book (title, due date)', ['title text', 'dueDate date']],
  ['`Book` – title and price in euros', ['title text', 'price money']],
  ['- **Book:** title (required, unique), status (free / lent)', ['title text required unique', 'status enum']],
  ['Book: title, shelf, loans\nShelf: name, books\nLoan: book, since: date', ['title text', 'shelf relation', 'loans inverse']],
])('an entity and its fields in a line: %s', (text, fields) => {
  const model = rewritten(used + text);
  const book = model.entities.find((entity) => entity.name.text === 'Book');
  const words = (is: boolean, word: string): string => (is ? ` ${word}` : '');
  expect(
    book?.fields.map(
      ({ name, type, required, unique }) => `${name.text} ${type.kind}${words(required, 'required')}${words(unique, 'unique')}`,
    ),
  ).toEqual(fields);
});

test.each([
  'Person: name, email',
  '**Note**: name, email',
  '**Book**: this is what we lend to people, and it is old',
  'Book is what we lend.',
  `**Book**: ${'a, '.repeat(100_000)}`,
])('%.50s is prose', (text) => {
  expect(unread(used + text)).toEqual([]);
});

test('lines before a table of their own are reported without a fix', () => {
  const text = `${used}### Shelf\n\n| Field | Type |\n|---|---|\n| name | text |\n\n**Book**: title\n\n| Example | name |\n|---|---|\n| A | A |\n`;
  expect(unread(text).map(({ fixes }) => fixes.length)).toEqual([0]);
});
