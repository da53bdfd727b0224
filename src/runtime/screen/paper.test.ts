import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { pageAt, requestsOf } from '../cache/page.ts';
import { pageHead } from './page-head.ts';
import { isForPaper, isOnPaper, withoutPaper, withPaper } from './paper.ts';

const model = readModel(`# Specification: Shop

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Orders | / | |

### Orders

- list of Order: name
  - per page 10
- tabs
  - section "Open" \`size(Order)\`
    - figure One: \`1\`
  - section "Other" \`2\`
    - figure Two: \`2\`
- form to create Order: name
- print as "All orders"

## 3. Entities and their fields

### Order

| Field | Type |
|---|---|
| name | text |
`);

const asked = (query: string) =>
  requestsOf(pageAt(model, '/'), { query, locale: 'en', zone: 'UTC', now: 0 }).map(({ part, options }) => [part, options ?? {}]);

test('on paper, a list has all its rows without pages, and every tab is shown', () => {
  expect(asked('page=2&sort=-name')).toEqual([
    ['0', { sort: [{ field: 'name', descending: true }], offset: 10 }],
    ['1.1', {}],
    ['1.0', {}],
    ['1.0.0', {}],
    ['2', {}],
  ]);
  expect(asked('page=2&sort=-name&paper=1')).toEqual([
    ['0', { sort: [{ field: 'name', descending: true }], limit: 1000 }],
    ['1.0', {}],
    ['1.0.0', {}],
    ['1.1', {}],
    ['1.1.0', {}],
  ]);
});

test('the address of the paper version is the screen’s own with its settings', () => {
  expect([withPaper('sort=name'), withoutPaper(withPaper('sort=name')), isOnPaper('sort=name'), isOnPaper(withPaper(''))]).toEqual([
    'sort=name&paper=1',
    'sort=name',
    false,
    true,
  ]);
  expect(model.screens[0]?.parts.filter(isForPaper).map(({ kind }) => kind)).toEqual(['list', 'tabs']);
});

test('each page but the first has a name, whatever characters it contains', () => {
  expect(pageHead('Shop “A” \\ "B"\n· 1', 'ltr')).toContain('@top-left { content: "Shop “A” \\\\ \\"B\\" · 1";');
  expect(pageHead('Shop', 'rtl')).toMatch(/@top-right \{ content: "Shop".*@page :first \{ @top-right \{ content: none; \} \}/);
});
