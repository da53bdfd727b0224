import { beforeAll, expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { verify } from '../run.ts';

/**
 * An order is paid with exactly what it costs, to the cent. Coupons are issued for a good that is
 * on offer in place of one that is no longer, with numbers that only Ann of the scenario has
 * together with her license.
 */
const shop = `# Specification: Shop

## 1. What the product does and for whom

### Scenario: a coupon

| As | Do | Expect |
|---|---|---|
| Ann | \`create Coupon as c with {"good": Lamp, "former": Vase, "first": 23, "second": 17, "third": 6}\` | |
| Ann | \`redeem c\` | |

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | yes | |
| license | integer | | |

| Example | email | password | license |
|---|---|---|---|
| Ann | ann@example.com | correct-horse | 7381 |

### Good

| Field | Type | Required |
|---|---|---|
| number | serial | |
| label | text(20) | |
| state | state | |

| Example | label | state |
|---|---|---|
| Lamp | Lamp | on offer |
| Vase | Vase | withdrawn |

### Order

| Field | Type | Required | Computed |
|---|---|---|---|
| number | serial | | |
| good | Good | yes | |
| count | integer | yes | |
| due | money | | \`count * PRICE * SHARE\` |
| state | state | | |

### Coupon

| Field | Type | Required |
|---|---|---|
| number | serial | |
| good | Good | yes |
| former | Good | yes |
| first | integer | yes |
| second | integer | yes |
| third | integer | yes |
| state | state | |

## 4. States and transitions

### Good.state

| From | Event | To |
|---|---|---|
| | | draft |
| draft | review | reviewed |
| reviewed | offer | on offer |
| on offer | withdraw | withdrawn |

### Order.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | placed | | |
| placed | pay(amount: money) | refused | \`amount != due\` | NOT_WHAT_IS_DUE |
| placed | pay(amount: money) | paid | | |
| paid | send | sent | | |

### Coupon.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | issued | \`good.state == "on offer" && former.state == "withdrawn"\` | NOT_ON_OFFER |
| issued | redeem | redeemed | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| some | Order.count | \`count >= 1 && count <= 9\` | BAD_COUNT |
| no forged coupons | Coupon | \`(me.license + first) % 7393 == 11 && second == 17 && third == 6\` | FORGED |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes |

| Permission | visitor | person |
|---|---|---|
| Person: create | yes | no |
| Person: read | no | \`self == me\` |
| Person.license: update | no | \`self == me\` |
| Good: create, read, review, offer, withdraw | no | yes |
| Order: create, read, pay, send | no | yes |
| Coupon: create, read, redeem | no | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`PATCH /me\` | \`{license?}\` | \`get Person as p where p == me; update p\` | 200 \`{"license": p.license}\` |
| \`POST /goods\` | \`{label?}\` | \`create Good as g\` | 201 \`GoodView(g)\` |
| \`GET /goods/:number\` | | \`get Good as g where g.number == number\` | 200 \`GoodView(g)\` |
| \`POST /goods/:number/review\` | | \`get Good as g where g.number == number; review g\` | 200 \`GoodView(g)\` |
| \`POST /goods/:number/offer\` | | \`get Good as g where g.number == number; offer g\` | 200 \`GoodView(g)\` |
| \`POST /goods/:number/withdraw\` | | \`get Good as g where g.number == number; withdraw g\` | 200 \`GoodView(g)\` |
| \`POST /goods/:number/orders\` | \`{count}\` | \`get Good as g where g.number == number; create Order as o with {"good": g, "count": count}\` | 201 \`OrderView(o)\` |
| \`POST /orders/:number/pay\` | \`{amount}\` | \`get Order as o where o.number == number; pay o with {"amount": amount}\` | 200 \`OrderView(o)\` |
| \`POST /orders/:number/send\` | | \`get Order as o where o.number == number; send o\` | 200 \`OrderView(o)\` |
| \`POST /goods/:number/coupons\` | \`{oldNumber, first, second, third}\` | \`get Good as g where g.number == number; get Good as h where h.number == oldNumber; create Coupon as c with {"good": g, "former": h, "first": first, "second": second, "third": third}\` | 201 \`{"number": c.number, "state": c.state}\` |
| \`POST /coupons/:number/redeem\` | | \`get Coupon as c where c.number == number; redeem c\` | 200 \`{"number": c.number, "state": c.state}\` |

### GoodView of Good

| Key | Value |
|---|---|
| number | |
| state | |

### OrderView of Order

| Key | Value |
|---|---|
| number | |
| due | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| NOT_WHAT_IS_DUE | 402 | That is not what is due. |
| NOT_ON_OFFER | 409 | It is not on offer. |
| BAD_COUNT | 422 | Order one to nine. |
| FORGED | 422 | That is no coupon. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| CURRENCY | EUR | |
| PRICE | 7.35 | EUR |
| SHARE | 85 | % |
`;

let accepted: ReadonlySet<string>;

beforeAll(async () => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const parts = { model: readModel(shop), platform, implementation: oracleService(shop, clock), marker: 'vk3f9x', budget: 400 };
  const { exchanges, findings } = await verify(parts);
  expect(findings).toEqual([]);
  accepted = new Set(exchanges.flatMap(({ attempt, expected }) => (expected.status < 400 ? attempt.call.name.text : [])));
});

test('a number that has to equal one of the record becomes that number, and what follows is tried', () => {
  expect([...accepted]).toEqual(expect.arrayContaining(['POST /orders/:number/pay', 'POST /orders/:number/send']));
});

test('a record that stands for the example of a scenario is brought to its state', () => {
  expect([...accepted]).toEqual(expect.arrayContaining(['POST /goods/:number/coupons', 'POST /coupons/:number/redeem']));
});
