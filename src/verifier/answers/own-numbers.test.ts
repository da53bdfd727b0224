import { expect, test } from 'vitest';
import type { Call } from '../../model/ast/calls.ts';
import { readModel } from '../../model/read.ts';
import { OwnNumbers } from './own-numbers.ts';

const model = readModel(`# Specification: Stalls

## 3. Entities and their fields

### Stall

| Field | Type |
|---|---|
| number | serial |

## 7. The calls it makes

| Call | Does | Returns |
|---|---|---|
| \`GET /stalls\` | \`list Stall as found sort number\` | 200 \`found.map(s, StallView(s))\` |
| \`GET /stalls/:number\` | \`get Stall as s where s.number == number\` | 200 \`StallView(s)\` |

### StallView of Stall

| Key | Value |
|---|---|
| number | |
`);
const [all, one] = model.calls as [Call, Call];

test('numbers in answers about one record show whose a list entry is, until they are given again', () => {
  const numbers = new OwnNumbers(
    model,
    () => 'own',
    () => 'vk3f9x',
  );
  numbers.note(one, { number: 1 }, { number: 4100 }, { number: 202 });
  expect(numbers.originOf(all, { number: 202 }, 'actual')).toBe('own');
  expect(numbers.originOf(all, { number: 1 }, 'oracle')).toBe('own');
  expect(numbers.originOf(all, { number: 202 }, 'oracle')).toBeNull();
  numbers.forget();
  expect(numbers.originOf(all, { number: 202 }, 'actual')).toBeNull();
});
