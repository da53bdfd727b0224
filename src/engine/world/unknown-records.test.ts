import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { create } from '../operations/create.ts';

const text = `# Specification: Unknown records

## 3. Entities

### User

| Field | Type |
|---|---|
| name | text |
| email | email |
| password | password |

| Example | name | email | password |
|---|---|---|---|
| Ana | Ana | ana@example.com | ana-ana-ana |
| Bo | Bo | bo@example.com | bo-bo-bo-bo |

### Project

| Field | Type |
|---|---|
| title | text |
| owner | User |

| Example | title | owner |
|---|---|---|
| Moon | Moon | Bo |

### Task

| Field | Type | Default |
|---|---|---|
| who | User | \`me\` |
| project | Project | |

## 6. Roles

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Permission | visitor | member |
|---|---|---|
| Task: create, read | no | \`who == me\` |
| Project: read | no | \`owner == me\` |
| User: read | no | \`self == me\` |
`;

// People who may not read a record must not learn whether it exists: neither from a condition nor
// from a value.
test.each([
  ['who', 'Bo', 'FORBIDDEN'],
  ['project', 'Moon', 'INVALID'],
])('a record that a person may not read is refused like a missing one, in %s', (field, example, error) => {
  const { product, as, id } = productInMemory(text);
  const refusedWith = (record: string): readonly (string | null)[] => {
    const outcome = product.perform(as('Ana'), create, { entity: 'Task', values: new Map([[field, record]]), authority: 'person' });
    return outcome.ok ? ['none'] : outcome.refusals.flatMap((refusal) => [refusal.error, refusal.message, refusal.field]);
  };
  expect(refusedWith(id(example))[0]).toBe(error);
  expect(refusedWith(id(example))).toEqual(refusedWith('01900000-0000-7000-8000-000000000000'));
});
