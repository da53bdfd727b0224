import { expect, test } from 'vitest';
import type { Part } from '../ast/screens.ts';
import type { Model } from '../model.ts';
import { readModel } from '../read.ts';

const read = (bullets: string): Model =>
  readModel(`# Specification: Lending

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Loans | / | |
| Loan | /loans/:id | Loan |

### Loans

${bullets}

### Loan

- details: item.owner.name, \`size(lines)\` as "Lines", due
- details as "About it": due as "Due back"

## 3. Entities and their fields

### Member

| Field | Type |
|---|---|
| name | text |

### Item

| Field | Type |
|---|---|
| name | text |
| owner | Member |

### Loan

| Field | Type |
|---|---|
| item | Item |
| due | date |
| kind | enum short, long |
| lines | list of Line by loan |

### Line

| Field | Type |
|---|---|
| loan | Loan |
| text | text |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
`);

type Listed = Extract<Part, { kind: 'list' }>;

const listed = (bullets: string): { readonly model: Model; readonly list: Listed } => {
  const model = read(bullets);
  return { model, list: model.screens[0]?.parts[0] as Listed };
};

const problems = ({ misreads, expressions }: Model): string[] => [
  ...misreads.map(({ message }) => message),
  ...expressions.flatMap(({ expression }) => expression.problems.map(({ message }) => message)),
];

const shown = ({ fields }: Pick<Listed, 'fields'>) =>
  fields.map(({ name, title, value, end }) => [
    name.text,
    title,
    value?.source.trim() ?? null,
    end === null ? null : `${end.entity}.${end.field}`,
  ]);

test('columns are fields, paths and expressions, with or without a title', () => {
  const { model, list } = listed(
    '- list of Loan where `due != null` as "My loans": item as "Thing", item.owner.name, `size(lines)` as "Lines, all", due, size(lines) for visitor',
  );
  expect(problems(model)).toEqual([]);
  expect(list).toMatchObject({ kind: 'list', caption: 'My loans', roles: [{ text: 'visitor' }] });
  expect(shown(list)).toEqual([
    ['item', 'Thing', null, null],
    ['item.owner.name', null, 'item.owner.name', 'Member.name'],
    ['.lines-all', 'Lines, all', 'size(lines)', null],
    ['due', null, null, null],
    ['.lines-all', null, 'size(lines)', null],
  ]);
});

test('a title may contain the keywords that end a part', () => {
  const { model, list } = listed('- list of Loan: due as "Waiting for us", item as "When it goes"');
  expect(problems(model)).toEqual([]);
  expect(list).toMatchObject({ caption: null, when: null, roles: [] });
  expect(list.fields.map(({ title }) => title)).toEqual(['Waiting for us', 'When it goes']);
});

test('details have columns too, and a title before the colon', () => {
  const { model } = listed('- list of Loan: due');
  const [details, titled] = model.screens[1]?.parts ?? [];
  expect(problems(model)).toEqual([]);
  expect(details).toMatchObject({ kind: 'details', caption: null });
  expect(shown(details as Listed)).toEqual([
    ['item.owner.name', null, 'item.owner.name', 'Member.name'],
    ['.lines', 'Lines', 'size(lines)', null],
    ['due', null, null, null],
  ]);
  expect(titled).toMatchObject({ kind: 'details', caption: 'About it', fields: [{ name: { text: 'due' }, title: 'Due back' }] });
});

test('sort and search accept a column’s syntax or its title', () => {
  const { model, list } = listed(
    '- list of Loan: item, `size(lines)` as "Lines"\n  - sort "Lines" desc, item.owner.name, due desc, size(lines)\n  - search item.name, "Lines"',
  );
  expect(problems(model)).toEqual([]);
  expect(list.sort.map(({ field, value, descending }) => [field.text, value?.source ?? null, descending])).toEqual([
    ['.lines', 'size(lines)', true],
    ['item.owner.name', 'item.owner.name', false],
    ['due', null, true],
    ['.lines', 'size(lines)', false],
  ]);
  expect(list.search.map(({ name }) => name.text)).toEqual(['item.name', '.lines']);
  expect(problems(read('- list of Loan: due\n  - sort "Due"'))).toEqual([
    'No column of this part is titled “Due”: none has its own title.',
  ]);
});

test('an unreachable name in a path or an expression is reported at its place', () => {
  const { model } = listed('- list of Loan: item.ownr.name, `size(line)`, itm');
  expect(problems(model)).toHaveLength(2);
  expect(model.references.filter(({ kind, text }) => kind === 'field' && text === 'itm')).toHaveLength(1);
});

test('a quoted section may have a count, and a calendar a field for its colours', () => {
  const { model } = listed(
    '- section "Open" `size(Loan)` when `me == null`\n- section About `us`\n- section "Why" `"x"`\n- calendar of Loan by due to due colour by kind: item.name\n- calendar of Loan by due',
  );
  const parts = model.screens[0]?.parts ?? [];
  expect(
    parts.map((part) => (part.kind === 'section' ? [part.title, part.count?.source ?? null, part.when?.source ?? null] : null)).slice(0, 3),
  ).toEqual([
    ['Open', 'size(Loan)', 'me == null'],
    ['About `us`', null, null],
    ['Why', '"x"', null],
  ]);
  expect(parts[3]).toMatchObject({ by: { name: { text: 'due' } }, to: { name: { text: 'due' } }, colour: { name: { text: 'kind' } } });
  expect(parts[4]).toMatchObject({ by: { name: { text: 'due' } }, colour: null });
  expect(problems(model)).toEqual([
    'The expression after a section’s title is the number beside it, such as `size(Ticket)`. This isn’t a number.',
  ]);
});
