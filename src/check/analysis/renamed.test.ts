import { expect, test } from 'vitest';
import { applyEdits } from '../../base/text-edit.ts';
import { readModel } from '../../model/read.ts';
import { checkModel } from '../check.ts';

const document = `# Specification: Library

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Books | / | |

### Books

- list of Book: title, pages
  - sort title

## 3. Entities and their fields

### Book

| Field | Type |
|---|---|
| title | text |
| pages | integer |

| Example | title | pages |
|---|---|---|
| Moby | Moby Dick | 600 |

### Loan

| Field | Type |
|---|---|
| book | Book |

## 5. Validation rules

| Rule | On | Must hold |
|---|---|---|
| has a title | Book.title | \`size(title) > 0\` |
| is a known book | Loan | \`book.title != "?"\` |
`;

const check = (text: string) => checkModel(readModel(text)).filter(({ severity }) => severity === 'error');
const renamed = (text: string) => check(text).filter(({ message }) => message.includes('Did you rename it?'));
const declaration = '| title | text |';

test('a field renamed where it is declared: its uses, or it itself, are renamed by a fix', () => {
  expect(check(document)).toEqual([]);
  const text = document.replace(declaration, '| heading | text |');
  const [first] = check(text);
  expect(first?.message).toContain('Book has no field “title”, which 6 places use, and nothing uses its field “heading”.');
  const [uses, back] = first?.fixes ?? [];
  expect(applyEdits(text, uses?.edits ?? [])).toBe(document.replaceAll('title', 'heading').replace('has a heading', 'has a title'));
  expect(applyEdits(text, back?.edits ?? [])).toBe(document);
  expect(renamed(text)).toHaveLength(1);
});

test.each([
  ['two fields that nothing uses', document.replace(declaration, '| heading | text |\n| shelf | text |')],
  ['a field that something uses', document.replace(declaration, '')],
  ['another name that is missing', document.replace(declaration, '| heading | text |').replace('title, pages', 'title, pagse')],
  ['a type that does not fit', document.replace(declaration, '| heading | text |').replaceAll('title', 'dueDate')],
  ['one use', document.replace('list of Book: title, pages', 'list of Book: titel, pages')],
])('%s: no renaming', (_, text) => {
  expect(renamed(text)).toEqual([]);
});
