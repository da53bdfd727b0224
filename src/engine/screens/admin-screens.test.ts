import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import { SessionHost } from '../session-host.ts';

const permissions = `
## 6. Roles and permissions

| Role | Is |
|---|---|
| member | \`me.role == "member"\` |
| clerk | \`me.role == "clerk"\` |
| chief | \`me.role == "chief"\` |

| Account | |
|---|---|
| Entity | User |
| Sign in with | email, password |

| Permission | member | clerk | chief |
|---|---|---|---|
| User: read | yes | yes | yes |
| User: update | \`self == me\` | no | yes |
| Note: read, create | yes | yes | yes |
| Note: update, delete | \`createdBy == me\` | no | yes |
| Label: read, create | yes | yes | yes |
| Label.name: update | no | yes | no |
`;

const document = (section: string): string => `# Specification: Notes

## 2. Screens and routes

| Screen | Route |
|---|---|
| Home | / |

### Home

- text: Welcome

## 3. Entities and their fields

### User

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | | |
| role | enum member, clerk, chief | yes | |

| Example | email | password | role |
|---|---|---|---|
| Mo | mo@example.com | mo-mo-mo-mo | member |
| Cla | cla@example.com | cla-cla-cla | clerk |
| Ida | ida@example.com | ida-ida-ida | chief |

### Note

| Field | Type |
|---|---|
| text | text |

### Label

| Field | Type |
|---|---|
| name | text |
${section}`;

test('assumed admin screens are listed for, and opened by, only people who may change any record', async () => {
  const { product, as } = productInMemory(document(permissions));
  const offered = async (example: string): Promise<readonly string[]> =>
    (await new SessionHost(product, { remembers: false, person: as(example) }).navigation()).map(({ route }) => route);
  // Those to sign in are for people who are not signed in.
  expect((await new SessionHost(product, { remembers: false }).navigation()).map(({ route }) => route)).toContain('/sign-in');
  expect(await offered('Mo')).toEqual(['/']);
  expect(await offered('Cla')).toEqual(['/', '/admin/labels', '/admin/labels/new']);
  expect(await offered('Ida')).toEqual(['/', '/admin/users', '/admin/notes', '/admin/notes/new']);
  const mo = new SessionHost(product, { remembers: false, person: as('Mo') });
  for (const screen of ['Notes', 'New note', 'Note', 'Labels', 'Users'])
    expect(await mo.screen({ screen, parameters: { id: 'x' } })).toMatchObject({ ok: false, refusals: [{ error: 'FORBIDDEN' }] });
});

test('without section 6 they are open to everyone', async () => {
  const { product } = productInMemory(document(''));
  const routes = (await new SessionHost(product, { remembers: false }).navigation()).map(({ route }) => route);
  expect(routes).toContain('/admin/notes');
});
