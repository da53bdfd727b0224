import { expect, test } from 'vitest';
import { readModel } from '../model/read.ts';
import { inputsOf } from './call-inputs.ts';

const document = (does: string): string => `# Specification: People

## 3. Entities and their fields

### Person

| Field | Type | Required |
|---|---|---|
| email | email | yes |
| role | enum guest, host | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email}\` | \`${does}\` | 201 \`p\` |
`;

test.each([
  ['without a map', 'create Person as p'],
  ['beside a map', 'create Person as p with {"role": "host"}'],
  ['in a map', 'create Person as p with {"email": email}'],
  ['through functions', 'create Person as p with {"email": lower(trim(email))}'],
])('an input is written to the field of its name %s', (_, does) => {
  const model = readModel(document(does));
  const [email] = model.calls.flatMap((call) => inputsOf(model, call));
  expect(email?.field?.name.text).toBe('email');
  expect(email?.uses).toEqual(['Person.email']);
});
