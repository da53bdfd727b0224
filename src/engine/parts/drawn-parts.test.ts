import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const document = `# Specification: Talk

## 2. Screens and routes

| Screen | Route | About |
|---|---|---|
| Topic | /topics/:name | Topic |
| Edit | /topics/:name/edit | Topic |

### Topic

- details: name
- section "Change"
  - form to edit: name
- section "More"
  - text: Hello
  - form to edit: name

### Edit

- form to edit: name

## 3. Entities and their fields

### User

| Field | Type | Required |
|---|---|---|
| name | text | yes |

| Example | name |
|---|---|
| Ana | Ana |
| Bo | Bo |

### Topic

| Field | Type | Required | Default |
|---|---|---|---|
| name | text | yes | |
| author | User | yes | \`me\` |

| Example | name | author |
|---|---|---|
| Lunch | Lunch | Ana |

## 6. Roles and permissions

| Role | Is |
|---|---|
| user | \`me != null\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | user |
|---|---|
| Topic: read | yes |
| Topic: create, update | \`author == me\` |
`;

/** Ids of the parts that a screen of Lunch shows to a person. */
async function drawnFor(who: string, screen: string): Promise<readonly string[]> {
  const it = productInMemory(document);
  const session = new SessionHost(it.product, { remembers: false });
  await session.actAs(it.id(who));
  const { screen: data } = await session.open({ address: { screen, parameters: { name: 'Lunch' } }, parts: [] });
  return data?.ok ? data.value.visible : [];
}

test('a form to edit is shown to a person who may change the record', async () => {
  expect(await drawnFor('Ana', 'Topic')).toEqual(['0', '1', '1.0', '2', '2.0', '2.1']);
});

test('a form without editable fields is hidden, and so is a section with nothing else', async () => {
  expect(await drawnFor('Bo', 'Topic')).toEqual(['0', '2', '2.0']);
});

test('a form that is the whole screen stays and says why it is disabled', async () => {
  expect(await drawnFor('Bo', 'Edit')).toEqual(['0']);
});
