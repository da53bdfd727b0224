import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const document = `# Specification: Talk

## 2. Screens and routes

| Screen | Route | About | Roles |
|---|---|---|---|
| Topic | /topics/:name | Topic | |
| Edit | /topics/:name/edit | Topic | |
| Desk | /desk | | user, visitor |
| Notes | /notes | | user |
| Door | /door | | visitor |
| New | /new | | visitor |

### Topic

- details: name
- section "Change"
  - form to edit: name
- section "More"
  - text: Hello
  - form to edit: name

### Edit

- form to edit: name

### Desk

- list of Topic: name
- tabs
  - section "Notes"
    - list of Note: text
  - section "Chart"
    - chart of count of Note by text as bar
- form to create Note: text
- form to create Topic: name

### Door

- sign-in form
- sign-up form

### New

- sign-up form

### Notes

- list of Note: text
- form to create Note: text

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

### Note

| Field | Type |
|---|---|
| text | text |

## 6. Roles and permissions

| Role | Is |
|---|---|
| user | \`me != null\` |
| visitor | \`me == null\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | name |

| Permission | user | visitor |
|---|---|---|
| Topic: read | yes | yes |
| Topic: create, update | \`author == me\` | no |
| Note: create, read | no | no |
`;

/** Ids of the parts that a screen of Lunch shows to a person. */
async function drawnFor(who: string | null, screen: string): Promise<readonly string[]> {
  const it = productInMemory(document);
  const session = new SessionHost(it.product, { remembers: false });
  await session.actAs(who === null ? null : it.id(who));
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

test('lists, charts and forms that a person may not use are hidden, and so are tabs with nothing else', async () => {
  expect(await drawnFor('Bo', 'Desk')).toEqual(['0', '3']);
});

test('a screen of which a person may use nothing says why', async () => {
  expect(await drawnFor('Bo', 'Notes')).toEqual(['0', '1']);
});

test('to people who are signed out, nothing is hidden: it says that they must sign in', async () => {
  expect(await drawnFor(null, 'Desk')).toEqual(['0', '1', '1.0', '1.0.0', '1.1', '1.1.0', '2', '3']);
});

test('a form to sign up is hidden where no one may, unless it is the whole screen', async () => {
  expect(await drawnFor(null, 'Door')).toEqual(['0']);
  expect(await drawnFor(null, 'New')).toEqual(['0']);
});
