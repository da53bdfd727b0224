import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const document = `# Specification: Shelf

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Book | /books/:title | Book |

### Book

- details: title, pages, size(title) as "Letters", note, price, secret, status
- form to edit: note when \`status == "new"\`
- form to edit: price, pages (when \`price > 10\`)

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |
| role | reader, clerk | yes |

| Example | name | role |
|---|---|---|
| Ana | Ana | clerk |
| Bo | Bo | reader |

### Book

| Field | Type | Required | Default |
|---|---|---|---|
| title | text | yes | |
| pages | integer | | 3 |
| note | text | | |
| price | integer | | 1 |
| secret | password | | |
| status | state | | |

| Example | title |
|---|---|
| Atlas | Atlas |

## 4. States and transitions

### Book.status

| From | Event | To |
|---|---|---|
| | | new |
| new | retire | old |

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
| Book: read, retire | yes | yes |
| Book: update | yes | no |
| User: read | yes | yes |
`;

test('details list the fields that the person may change in place, with their values', async () => {
  const { product, id } = productInMemory(document);
  const host = new SessionHost(product);
  const [part] = product.index.screen('Book')?.parts ?? [];
  const edit = async () => {
    const outcome = await host.part({ address: { screen: 'Book', parameters: { title: 'Atlas' } }, part: part?.id ?? '' });
    if (!outcome.ok || outcome.value.kind !== 'details') throw new Error(JSON.stringify(outcome));
    return outcome.value.edit.map(({ name, value }) => [name, value]);
  };
  await host.actAs(id('Ana'));
  // A field that a form shows only under a condition is left to that form.
  expect(await edit()).toEqual([
    ['title', 'Atlas'],
    ['note', null],
    ['price', 1],
  ]);
  await host.actAs(id('Bo'));
  expect(await edit()).toEqual([]);

  // The form with the note is no longer shown, so the note cannot be changed here either.
  await host.actAs(id('Ana'));
  await host.run({ kind: 'event', entity: 'Book', id: id('Atlas'), event: 'retire', parameters: {} });
  expect((await edit()).map(([name]) => name)).toEqual(['title', 'price']);
});
