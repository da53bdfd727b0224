import { expect, test } from 'vitest';
import { readModel } from '../../model/read.ts';
import { tellsWhoAsks } from '../answers/judge.ts';
import { getsOf, getsSender, inputsOf } from './call-inputs.ts';

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

const withMe = (method: string, does: string): string =>
  document('create Person as p').replace('`POST /people` | `{email}` | `create Person as p`', `\`${method} /me\` | | \`${does}\``);

test.each([
  ['GET', 'get Person as p where p == me', true],
  ['GET', 'get Person where me == self', true],
  ['PATCH', 'get Person as p where p == me; update p', false],
  ['GET', 'get Person as p where p.email == "a@example.com"', false],
])('%s /me that does “%s” shows the sender: %s', (method, does, isShown) => {
  const text = withMe(method, does).replace(
    '## 7.',
    `## 6. Roles and permissions

| Account | |
|---|---|
| Entity | Person |

## 7.`,
  );
  const [call] = readModel(text).calls.filter(({ name }) => name.text.endsWith('/me'));
  expect(call === undefined ? undefined : tellsWhoAsks(call)).toBe(isShown);
  expect(call === undefined ? [] : getsOf(call).map(({ get }) => getsSender(get))).toEqual([!does.includes('email')]);
});
