import { expect, test } from 'vitest';
import { productInMemory } from '../../../testing/product.ts';
import type { Command } from '../session.ts';
import { SessionHost } from '../session-host.ts';

const clubs = `# Specification: Clubs

## 2. Screens and routes

| Screen | Route | About | Roles |
|---|---|---|---|
| Start | / | | |
| Club | /clubs/:slug | Club | member |

### Start

- form to create Club: name, slug
  - then open Club
- button Found one: \`create Club as c with {"name": "Chess", "slug": "chess"}; open Club of c\`

## 3. Entities and their fields

### User

| Field | Type |
|---|---|
| name | text |

| Example | name |
|---|---|
| Ann | Ann |

### Club

| Field | Type | Unique |
|---|---|---|
| name | text | |
| slug | slug | yes |
| members | list of Member by club | |

### Member

| Field | Type | Required |
|---|---|---|
| club | Club | yes |
| user | User | yes |

## 4. States and transitions

### Club

| From | Event | To | Effect |
|---|---|---|---|
| | | | \`create Member with {"club": self, "user": me}\` |

## 6. Roles and permissions

| Role | Is | Of |
|---|---|---|
| person | \`me != null\` | |
| member | \`members.exists(m, m.user == me)\` | Club |

| Account | |
|---|---|
| Entity | User |

| Permission | person | member |
|---|---|---|
| User: read | yes | yes |
| Club: create | yes | yes |
| Club: read | no | yes |
| Member: read | no | yes |
`;

test.each<[string, string, (part: string) => Command]>([
  [
    'a form',
    'rowing',
    (part) => ({
      kind: 'create',
      part: { address: { screen: 'Start', parameters: {} }, part },
      entity: 'Club',
      values: { name: 'Rowing', slug: 'rowing' },
    }),
  ],
  ['a button', 'chess', (part) => ({ kind: 'button', part: { address: { screen: 'Start', parameters: {} }, part } })],
])('who founds a club by %s comes to it, by the role that the founding gives', async (_, slug, command) => {
  const { product, id } = productInMemory(clubs);
  const host = new SessionHost(product, { remembers: false, person: product.as(id('Ann')) });
  const kind = slug === 'chess' ? 'button' : 'form';
  const part = product.model.screens[0]?.parts.find((one) => one.kind === kind)?.id ?? '';
  const open = { screen: 'Club', parameters: { slug } };
  expect(await host.run(command(part))).toMatchObject({
    ok: true,
    value: { record: { label: slug === 'chess' ? 'Chess' : 'Rowing' }, open },
  });
  expect(await host.screen(open)).toMatchObject({ ok: true });
});
