import { expect, test } from 'vitest';
import conduit from '../../../testing/documents/conduit.md?raw';
import helpdesk from '../../../testing/documents/helpdesk.md?raw';
import { readModel } from '../../model/read.ts';
import { defaultIcon } from './default-icon.ts';

test('a first page that shows several kinds of records has a house', () => {
  const model = readModel(`# Specification: Choir

## 2. Screens and routes

| Screen | Route |
|---|---|
| Home | / |
| Songs | /songs |

### Home

- section "Soon"
  - list of Rehearsal: title
- list of Song: title

### Songs

- list of Song: title
- list of Rehearsal: title

## 3. Entities and their fields

### Rehearsal

| Field | Type |
|---|---|
| title | text |

### Song

| Field | Type |
|---|---|
| title | text |
`);
  expect(model.screens.map((screen) => defaultIcon(model, screen))).toEqual(['home', 'list']);
});

test.each([
  [helpdesk, ['key', 'list', 'list', 'plus', 'user', 'chart-bar', 'user']],
  [conduit, ['table', 'key', 'key', 'settings', 'plus', 'settings', 'user', 'user']],
])('a screen without an icon has that of its first part', (text, icons) => {
  const model = readModel(text);
  expect(model.screens.map((screen) => defaultIcon(model, screen))).toEqual(icons);
});
