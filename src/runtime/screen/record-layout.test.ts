import { expect, test } from 'vitest';
import type { Part } from '../../engine/document/product-model.ts';
import { readModel } from '../../model/read.ts';
import { allParts } from './part-lists.ts';
import { layoutOf } from './record-layout.ts';

const layout = (bullets: string) => {
  const { screens } = readModel(`# Specification: X

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Ticket | /t/:id | Ticket |

### Ticket

${bullets}

## 3. Entities and their fields

### Ticket

| Field | Type |
|---|---|
| name | text |
`);
  const parts = screens[0]?.parts ?? [];
  const found = layoutOf(
    parts,
    [...allParts(parts)].map(({ id }) => id),
  );
  const named = (part: Part): string => (part.kind === 'section' ? part.title : part.kind);
  return found === null
    ? null
    : {
        main: found.main.map(named),
        facts: found.facts && named(found.facts),
        first: found.factsFirst,
        activity: found.activity.map(named),
      };
};

test('the side section and the timeline move beside the main content', () => {
  expect(
    layout('- columns\n  - section Problem\n    - details: name\n  - section About\n    - details: name\n    - timeline of Ticket'),
  ).toEqual({
    main: ['Problem'],
    facts: 'About',
    first: true,
    activity: ['timeline'],
  });
  expect(layout('- details: name\n- section History\n  - timeline of Ticket')).toEqual({
    main: ['details'],
    facts: null,
    first: false,
    activity: ['History'],
  });
  expect(layout('- details: name\n- timeline of Ticket\n- text: Bye')).toEqual({
    main: ['details', 'text'],
    facts: null,
    first: false,
    activity: ['timeline'],
  });
});

test('a side section with only a form comes after the main content', () => {
  const form = '- columns\n  - section Ticket\n    - details: name\n  - section Add\n    - form to create Ticket: name';
  expect(layout(form)).toMatchObject({ facts: 'Add', first: false });
});

test('without either, parts keep the order of the document', () => {
  expect(layout('- details: name\n- text: Bye')).toBeNull();
  expect(layout('- timeline of Ticket')).toBeNull();
  // A timeline behind a tab stays there.
  expect(layout('- details: name\n- tabs\n  - section History\n    - timeline of Ticket')).toBeNull();
});
