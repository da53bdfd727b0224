import { expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../read.ts';

const screens = (bullet: string, about = 'Tool'): string => `# Specification: Tools

## 2. Screens

| Screen | Route | About |
|---|---|---|
| Home | ${about === '' ? '/' : '/:id'} | ${about} |

### Home

- ${bullet}

## 3. Entities

### Tool

| Field | Type |
|---|---|
| name | text |
| kind | text |
| state | state |

## 4. States

### Tool

| From | Event | To |
|---|---|---|
| | | here |
| here | lend out | away |
| away | bring back | here |
`;

test.each([
  ['table of tools (name, kind)', 'list of Tool: name, kind', ''],
  ['a table of tools with name and kind', 'list of Tool: name, kind', ''],
  ['tools', 'list of Tool', ''],
  ['button "Add tool"', 'form to create Tool as "Add tool"', ''],
  ['new tool form', 'form to create Tool', ''],
  ['login form', 'sign-in form', ''],
  ['edit form', 'form to edit', 'Tool'],
  ['delete button', 'buttons: delete', 'Tool'],
  ['Overview of all tools', 'list of Tool', ''],
  ['number of tools', 'figure Tools: `size(Tool)`', ''],
  ['form for a new tool', 'form to create Tool', ''],
  ['show name and kind', 'details: name, kind', 'Tool'],
  ['history', 'timeline of Tool', 'Tool'],
  ['Lend out button', 'buttons: lend out', 'Tool'],
  ['actions: lend out, bring back', 'buttons: lend out, bring back', 'Tool'],
])('“%s” is reported, and its change is a part', (bullet, meant, about) => {
  const text = screens(bullet, about);
  const [finding, ...more] = readModel(text).misreads;
  expect(more).toEqual([]);
  expect(finding?.suggestions[0]?.insert).toBe(meant);
  const changed = readModel(text.replace(bullet, meant));
  expect(changed.misreads).toEqual([]);
  expect(changed.screens[0]?.parts.map(({ kind }) => kind)).not.toContain('unread');
});

test.each([
  ['list of my tools: name', 'list of Tool where `owner == me`: name'],
  ['list of all tools', 'list of Tool'],
  ['list of my own things', null],
])('“%s” is reported, and its change is a list', (bullet, meant) => {
  const accounts = '\n### Person\n\n| Field | Type |\n|---|---|\n| email | email |\n| password | password |\n';
  const account = '\n## 6. Roles\n\n| Account | |\n|---|---|\n| Entity | Person |\n';
  const text =
    screens(bullet, '').replace('| kind | text |', '| kind | text |\n| owner | Person |').replace('\n## 4.', `${accounts}\n## 4.`) +
    account;
  const [finding] = readModel(text).misreads;
  expect(finding?.message).toContain('isn’t one');
  expect(finding?.suggestions.map(({ insert }) => insert)).toEqual(meant === null ? [] : [meant]);
  const changed = readModel(text.replace(bullet, meant ?? 'list of Tool'));
  expect(changed.misreads).toEqual([]);
  expect(changed.expressions.flatMap(({ expression }) => expression.problems)).toEqual([]);
});

test('whose records a list of “my” ones shows must be certain', () => {
  const [finding] = readModel(screens('list of my tools: name', '')).misreads;
  expect(finding?.suggestions).toEqual([]);
});

test.each(['click opens Home', 'opens Home', 'on click, goes to Home', 'each row opens Home'])(
  '“%s” is an option in other words',
  (option) => {
    const [finding, ...more] = readModel(screens(`list of Tool\n  - ${option}`, '')).misreads;
    expect(more).toEqual([]);
    expect(finding?.suggestions[0]?.insert).toBe('open Home');
  },
);

test('what follows a list and is no option is reported, but for sentences', () => {
  const lines = ['view "Away" where state is away', 'The newest come first.'];
  const { misreads } = readModel(screens(`list of Tool\n  - ${lines.join('\n  - ')}`, ''));
  expect(misreads.map(({ message }) => message)).toEqual([expect.stringContaining('“view "Away" where state is away” is not an option')]);
});

test('how long a list is, as a column in words', () => {
  const text = screens('list of Tool: name, number of loans', '').replace('| kind | text |', '| kind | text |\n| loans | list of text |');
  const [finding] = readModel(text).misreads;
  const meant = '`size(loans)` as "Loans"';
  expect(finding?.suggestions[0]?.insert).toBe(meant);
  expect(readModel(text.replace('number of loans', meant)).misreads).toEqual([]);
});

test('options beside their list are nested by their change', () => {
  const beside = '- section Tools\n  - list of Tool: name\n  - search by name\n  - Sort by kind desc and name\n  - group by: kind';
  let text = screens('text: Hello', '').replace('- text: Hello', beside);
  for (let count = 0; count < 3; count++) {
    const [fix] = readModel(text).misreads[0]?.suggestions ?? [];
    text = applyEdits(text, fix === undefined ? [] : [{ ...fix.span, insert: fix.insert }]);
  }
  expect(text).toContain('  - list of Tool: name\n    - search name\n    - sort kind desc, name\n    - group by kind\n');
  const model = readModel(text);
  expect(model.misreads).toEqual([]);
  expect(model.screens[0]?.parts[0]).toMatchObject({ parts: [{ kind: 'list', groupBy: { name: { text: 'kind' } } }] });
});

test.each(['search by name', 'filter by state', 'sort by name', 'group by kind'])('“%s” is an option', (option) => {
  expect(readModel(screens(`list of Tool\n  - ${option}`, '')).references.filter(({ found }) => !found)).toEqual([]);
});

test.each([
  '- text: Tools\n- search by name',
  '- list of Tool\n- form to create Tool\n- search by name',
  '- list of Tool\n- search for hours',
])('what names no field, or follows no list, is no option: %j', (bullets) => {
  const { misreads } = readModel(screens('text: Hello', '').replace('- text: Hello', bullets));
  expect(misreads.map(({ message, suggestions }) => [message, suggestions])).toEqual([
    [expect.stringContaining('nested in the bullet of a list'), []],
  ]);
});

test.each(['table of contents', 'a red button', 'map of tools', 'photo gallery', 'pagination', 'welcome message'])(
  'nothing is shown for “%s”, which is reported',
  (bullet) => {
    const { misreads } = readModel(screens(bullet, ''));
    expect(misreads.map(({ message, suggestions }) => [message, suggestions])).toEqual([
      [expect.stringContaining('nothing is shown for it'), []],
    ]);
  },
);

test.each([
  'show the way',
  'the number of people who like it',
  'history',
  'a button is red in the list.',
  `table of ${' '.repeat(200_000)}`,
])('“%.40s” is prose', (bullet) => {
  const model = readModel(screens(bullet, ''));
  expect(model.misreads).toEqual([]);
});

test('parts nested deeper than a screen can show are reported and left out', () => {
  const bullets = Array.from({ length: 200 }, (_, depth) => `${'  '.repeat(depth)}- section level ${depth}`).join('\n');
  const model = readModel(
    `# Specification: Deep\n\n## 2. Screens\n\n| Screen | Route |\n|---|---|\n| Home | / |\n\n### Home\n\n${bullets}\n`,
  );
  let depth = 0;
  let part = model.screens[0]?.parts[0];
  while (part?.kind === 'section') {
    depth++;
    part = part.parts[0];
  }
  expect(depth).toBe(12);
  expect(part).toMatchObject({ kind: 'unread', problem: expect.stringContaining('at most 12 deep') });
});
