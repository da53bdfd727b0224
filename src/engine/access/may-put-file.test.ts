import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { nobody } from '../world/world.ts';
import { mayPutFile } from './may-put-file.ts';

const document = (fields: string, permissions: string, states = ''): string => `# Specification: Notes

## 3. Entities and their fields

### User

| Field | Type |
|---|---|
| name | text |
| admin | boolean |

| Example | name | admin |
|---|---|---|
| Ana | Ana | false |
| Mia | Mia | true |

### Note

| Field | Type | Default |
|---|---|---|
| text | text | |
${fields}
${states}
## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`!me.admin\` |
| admin | \`me.admin\` |

| Account | |
|---|---|
| Entity | User |

| Permission | visitor | member | admin |
|---|---|---|---|
${permissions}
`;

const who = (text: string): readonly boolean[] => {
  const { product, as } = productInMemory(text);
  return [nobody, as('Ana'), as('Mia')].map((person) => mayPutFile(product.world(person)));
};

test('people who may create or change a record with a file field may upload', () => {
  expect(who(document('', '| Note: create, update | yes | yes | yes |'))).toEqual([false, false, false]);
  expect(who(document('| photo | image | |', '| Note: create | no | yes | no |'))).toEqual([false, true, false]);
  expect(who(document('| papers | list of file | |', '| Note: update | no | no | `text == "x"` |'))).toEqual([false, false, true]);
  const onlyAdmins = '| Note: create | no | yes | yes |\n| Note.photo: create, update | no | no | yes |';
  expect(who(document('| photo | image | |', onlyAdmins))).toEqual([false, false, true]);
});

test('people who may trigger an event with a file parameter may upload', () => {
  const states = `| status | state | new |

## 4. States and transitions

### Note.status

| From | Event | To | Roles |
|---|---|---|---|
| new | scan(paper: file) | done | member, admin |
`;
  expect(who(document('', '| Note: scan | yes | no | yes |', states).replace('| text | text | |\n', '| text | text | |'))).toEqual([
    false,
    false,
    true,
  ]);
});
