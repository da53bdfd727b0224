import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../../testing/replays.ts';

/** Orders of several lines, with effects that show only for more than one, or after some days. */
const orders = `# Specification: Orders

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum customer, packer | yes | | customer |

| Example | email | password | role |
|---|---|---|---|
| Pia | pia@example.com | correct-horse | packer |

### Product

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| name | text(40) | yes | |
| note | text(40) | | |
| packed | integer | yes | 0 |
| listed | boolean | yes | true |
| daily | money | yes | |
| weekly | money | yes | |

### Order

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| customer | Person | yes | \`me\` |
| due | date | yes | \`today + days(14)\` |
| paid | money | yes | 0 |
| price | money | yes | 0 |
| state | state | | |
| lines | list of Line by order | | |

### Line

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| order | Order | yes | |
| product | Product | yes | |
| price | money | yes | 0 |
| state | state | | |

## 4. States and transitions

### Order.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | draft | | | |
| draft | order | ordered | \`size(lines) > 0\` | NO_LINES | \`price = sum(lines.map(l, l.product.daily)); for l in lines: update l with {"price": l.product.daily}\` |
| ordered | pay(amount: money) | | \`amount > 0 && amount <= price - paid\` | BAD_AMOUNT | \`paid = paid + amount\` |
| ordered | send | refused | \`lines.exists(l, l.state != "packed")\` | NOT_PACKED | |
| ordered | send | sent | | | |
| sent | close | closed | | | \`when price > paid: due = today + days(30)\` |
| closed | remind | | | | \`due = today + days(30)\` |

### Line.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | open | \`order.state == "draft"\` | NOT_DRAFT | |
| open | pack | packed | | | \`update product with {"packed": product.packed + 1}\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| a day has its price | Product.daily | \`daily >= 1 && daily <= 900\` | BAD_DAILY |
| a week is no dearer than its days | Product | \`weekly >= daily && weekly <= daily * 7\` | BAD_WEEKLY |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| customer | \`me.role == "customer"\` |
| packer | \`me.role == "packer"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as customer |

| Permission | visitor | customer | packer |
|---|---|---|---|
| Person: create | yes | no | no |
| Person: read | no | \`self == me\` | yes |
| Product: read | yes | yes | yes |
| Product: create, update | no | no | yes |
| Order: create, order, pay | no | \`customer == me\` | no |
| Order: read | no | \`customer == me\` | yes |
| Order: send, close, remind | no | no | yes |
| Line: create | no | \`order.customer == me\` | no |
| Line: read | no | \`order.customer == me\` | yes |
| Line: pack | no | no | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` |
| \`POST /products\` | \`{name, note?, daily, weekly}\` | \`create Product as p\` | 201 \`ProductView(p)\` |
| \`PATCH /products/:number\` | \`{note?, listed?}\` | \`get Product as p where p.number == number; update p\` | 200 \`ProductView(p)\` |
| \`GET /products?words\` | | \`list Product as found where words == null \\|\\| lower(self.name).contains(lower(words)) sort number asc\` | 200 \`{"products": found.map(p, ProductView(p))}\` |
| \`POST /orders\` | | \`create Order as o\` | 201 \`OrderView(o)\` |
| \`GET /orders/:number\` | | \`get Order as o where o.number == number\` | 200 \`OrderView(o)\` |
| \`POST /orders/:number/lines\` | \`{product}\` | \`get Order as o where o.number == number; get Product as p where p.number == product; create Line as l with {"order": o, "product": p}\` | 201 \`LineView(l)\` |
| \`POST /orders/:number/order\` | | \`get Order as o where o.number == number; order o\` | 200 \`OrderView(o)\` |
| \`POST /orders/:number/pay\` | \`{amount}\` | \`get Order as o where o.number == number; pay o with {"amount": amount}\` | 200 \`OrderView(o)\` |
| \`POST /orders/:number/send\` | | \`get Order as o where o.number == number; send o\` | 200 \`OrderView(o)\` |
| \`POST /orders/:number/close\` | | \`get Order as o where o.number == number; close o\` | 200 \`OrderView(o)\` |
| \`POST /orders/:number/remind\` | | \`get Order as o where o.number == number; remind o\` | 200 \`OrderView(o)\` |
| \`POST /lines/:number/pack\` | | \`get Line as l where l.number == number; pack l\` | 200 \`LineView(l)\` |

### ProductView of Product

| Key | Value |
|---|---|
| number | |
| name | |
| note | |
| packed | |
| listed | |
| daily | |
| weekly | |

### OrderView of Order

| Key | Value |
|---|---|
| number | |
| due | |
| paid | |
| price | |
| state | |
| lines | \`lines.map(l, LineView(l))\` |

### LineView of Line

| Key | Value |
|---|---|
| number | |
| price | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| NO_LINES | 422 | What do you need? |
| BAD_AMOUNT | 422 | That is not owed. |
| NOT_PACKED | 409 | Pack it first. |
| NOT_DRAFT | 409 | It is ordered. |
| BAD_DAILY | 422 | A day costs 1 to 900. |
| BAD_WEEKLY | 422 | A week costs one to seven days. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(orders, 1500, { clock: true, reset: true });
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
}, 240_000);

const wrongWith = (from: string, to: string): Promise<string> => {
  expect(orders).toContain(from);
  return service.wrong(orders.replace(from, to));
};

test('one of two lines is packed', async () => {
  expect(await wrongWith('lines.exists(l, l.state != "packed")', 'lines.all(l, l.state != "packed")')).toContain('/send');
});

test('an order of several lines: what they cost together, and what each costs', async () => {
  expect(await wrongWith('price = sum(lines.map(l, l.product.daily))', 'price = lines[0].product.daily')).toContain('/order');
  expect(await wrongWith('for l in lines: update l with', 'update lines[0] with')).not.toBe('');
});

test('a date that an effect writes, some days after it was written before', async () => {
  expect(await wrongWith('remind | | | | `due = today + days(30)`', 'remind | | | | ')).toContain('/remind');
});

test('a payment that was made earlier decides what happens at the end', async () => {
  expect(await wrongWith('when price > paid: due', 'when price > 0: due')).toContain('/close');
});

test('the highest price of a day, with a price of a week that fits', async () => {
  expect(await wrongWith('daily <= 900', 'daily < 900')).toContain('POST /products');
});

test('an effect on a record that no call reads alone', async () => {
  expect(await wrongWith('product.packed + 1', 'product.packed + 2')).toContain('GET /products');
});

test('an update that sets a choice to its default where it is not given', async () => {
  expect(
    await wrongWith(
      'where p.number == number; update p`',
      'where p.number == number; update p with {"listed": listed == null ? true : listed}`',
    ),
  ).toContain('PATCH');
});

test('a search for a text of a field in which the list does not search', async () => {
  expect(
    await wrongWith(
      'lower(self.name).contains(lower(words))',
      '(lower(self.name) + lower(self.note == null ? "" : self.note)).contains(lower(words))',
    ),
  ).toContain('/products');
});
