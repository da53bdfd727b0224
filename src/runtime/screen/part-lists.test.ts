import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { repeatsTitle } from './part-lists.ts';

const document = `# Specification: Shop

## 2. Screens and routes

| Screen | Route |
|---|---|
| Home | / |

### Home

- text: Welcome
- list of Order as "Orders": name

## 3. Entities and their fields

### Order

| Field | Type |
|---|---|
| name | text |
`;

test('only the one visible part below a title repeats it', () => {
  const parts = readModel(document).screens[0]?.parts ?? [];
  expect(repeatsTitle('Orders', parts, ['1'])).toBe(true);
  expect(repeatsTitle('Open', parts, ['1'])).toBe(false);
  expect(repeatsTitle('Orders', parts, ['0', '1'])).toBe(false);
  expect(repeatsTitle('Orders', parts, [])).toBe(false);
});
