import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const document = `# Specification: Library

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| role | clerk, reader | yes |

| Example | name | role |
|---|---|---|
| Ana | Ana | clerk |
| Bo | Bo | reader |

### Book

| Field | Type | Required | Label |
|---|---|---|---|
| title | text | yes | yes |

| Example | title |
|---|---|
| Emma | Emma |
| Lent | Persuasion |
| Alone | Sanditon |

### Copy

| Field | Type | Required |
|---|---|---|
| book | Book on delete cascade | yes |
| shelf | text | |

| Example | book | shelf |
|---|---|---|
| One | Emma | A |
| Two | Emma | B |
| Three | Lent | C |

### Note

| Field | Type | Required |
|---|---|---|
| copy | Copy on delete cascade | yes |
| text | text | |

| Example | copy | text |
|---|---|---|
| Torn | One | Torn |

### Loan

| Field | Type | Required |
|---|---|---|
| book | Book on delete restrict | yes |

| Example | book |
|---|---|
| Now | Lent |

## 6. Roles and permissions

| Role | Is |
|---|---|
| clerk | \`me.role == "clerk"\` |
| reader | \`me.role == "reader"\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | clerk | reader |
|---|---|---|
| User: read | yes | yes |
| Book: read | yes | yes |
| Book: delete | yes | no |
| Copy: read | yes | yes |
| Note: read | no | no |
| Loan: read | yes | yes |
`;

test('a preview of a deletion lists what else is deleted and what prevents it, as far as it may be read', async () => {
  const { product, id } = productInMemory(document);
  const host = new SessionHost(product);
  const foretold = async (...names: string[]) => {
    const outcome = await host.deletion('Book', names.map(id));
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusals));
    return outcome.value;
  };
  await host.actAs(id('Ana'));
  // The note of a copy is deleted too, but it is not counted because the person may not read it.
  expect(await foretold('Emma')).toEqual({
    along: [{ entity: 'Copy', count: 2 }],
    more: true,
    undoable: true,
    refused: 0,
    refusal: null,
    holders: [],
  });
  expect(await foretold('Alone')).toEqual({ along: [], more: false, undoable: true, refused: 0, refusal: null, holders: [] });
  expect(await foretold('Lent')).toMatchObject({
    along: [],
    refused: 1,
    refusal: { error: 'CONFLICT' },
    holders: [{ entity: 'Loan', count: 1 }],
  });
  expect(await foretold('Emma', 'Lent', 'Alone', 'Emma')).toMatchObject({ along: [{ entity: 'Copy', count: 2 }], refused: 1 });
  // Nothing was deleted, and the answer reveals nothing that the person may not delete.
  expect(product.store.count({ entity: 'Copy', conditions: [] })).toBe(3);
  expect(product.store.count({ entity: 'Book', conditions: [] })).toBe(3);
  await host.actAs(id('Bo'));
  expect(await foretold('Emma')).toMatchObject({ along: [], more: false, refused: 1, refusal: { error: 'FORBIDDEN' }, holders: [] });
  expect(await foretold('Lent')).toMatchObject({ refused: 1, refusal: { error: 'FORBIDDEN' }, holders: [] });
});
