import { expect, test } from 'vitest';
import { followed } from '../../../testing/replays.ts';

/** Calls add shops, but none gives a shop to a keeper: only the example has one. */
const shops = `# Specification: Shops

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| name | text(40) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum customer, keeper, office | yes | | customer |
| shop | Shop | | | |

| Example | name | email | password | role | shop |
|---|---|---|---|---|---|
| Kim | Kim | kim@example.com | correct-horse | keeper | Corner |
| Olga | Olga | olga@example.com | correct-horse | office | |

### Shop

| Field | Type | Required | Unique |
|---|---|---|---|
| code | text(9) | yes | yes |

| Example | code |
|---|---|
| Corner | C1 |
| Market | M1 |

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| shop | Shop | yes | |
| price | integer | yes | 0 |
| state | state | | |

## 4. States and transitions

### Order.state

| From | Event | To | Effect |
|---|---|---|---|
| | | open | |
| open | serve | served | \`price = 7\` |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| customer | \`me.role == "customer"\` |
| keeper | \`me.role == "keeper"\` |
| office | \`me.role == "office"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as customer |

| Permission | visitor | customer | keeper | office |
|---|---|---|---|---|
| Person: create | yes | no | no | no |
| Person: read | no | \`self == me\` | \`self == me\` | \`self == me\` |
| Shop: read | yes | yes | yes | yes |
| Shop: create | no | no | no | yes |
| Order: create | no | \`owner == me\` | no | no |
| Order: read | no | \`owner == me\` | \`shop == me.shop\` | yes |
| Order: serve | no | no | \`shop == me.shop\` | no |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /shops\` | \`{code}\` | \`create Shop as s\` | 201 \`{"code": s.code}\` | office |
| \`POST /shops/:code/orders\` | | \`get Shop as s where s.code == code; create Order as o with {"shop": s}\` | 201 \`{"number": o.number}\` | customer |
| \`GET /orders/:number\` | | \`get Order as o where o.number == number\` | 200 \`{"state": o.state, "price": o.price}\` | |
| \`POST /orders/:number/serve\` | | \`get Order as o where o.number == number; serve o\` | 200 \`{"state": o.state, "price": o.price}\` | keeper |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| CONFLICT | 409 | It is not so far. |
`;

test('an example that someone belongs to is used where calls create its entity', async () => {
  const service = await followed(shops, 800);
  expect(service.run.findings).toEqual([]);
  expect(await service.wrong(shops)).toBe('');
  expect(await service.wrong(shops.replace('price = 7', 'price = 6'))).not.toBe('');
  expect(await service.wrong(shops.replace('`shop == me.shop` | yes |', 'yes | yes |'))).not.toBe('');
});
