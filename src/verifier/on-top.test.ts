import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../testing/replays.ts';
import type { Implementation } from './answers/implementation.ts';

/** Pots of money, from which people draw: each draw leaves less for the next. */
const pots = `# Specification: Pots

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| name | text(40) | yes | |
| email | email | yes | yes |
| password | password | yes | |

### Pot

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| size | integer | yes | |
| taken | integer | yes | 0 |
| draws | list of Draw by pot | | |

### Draw

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| pot | Pot | yes | |
| by | Person | yes | \`me\` |
| amount | integer | yes | |
| tip | integer | | |
| state | state | | |

## 4. States and transitions

### Draw.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | asked | | | |
| asked | pay(tip) | paid | \`tip >= 0 && tip <= 5 && pot.taken + amount <= pot.size\` | TOO_MUCH | \`update pot with {"taken": pot.taken + amount}\` |
| asked | refuse | refused | | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| some | Draw.amount | \`amount >= 1 && amount <= 50\` | BAD_AMOUNT |
| few at once | Draw on create | \`size(Draw.filter(d, d.by == self.by && d.state in ["asked", "refused"])) < 3\` | TOO_MANY |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member |
|---|---|---|
| Person: create | yes | no |
| Pot: create, read | no | yes |
| Draw: create, read, pay, refuse | no | \`by == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns | Roles |
|---|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` | |
| \`POST /pots\` | \`{size}\` | \`create Pot as p\` | 201 \`PotView(p)\` | member |
| \`GET /pots/:number\` | | \`get Pot as p where p.number == number\` | 200 \`PotView(p)\` | member |
| \`POST /pots/:number/draws\` | \`{amount}\` | \`get Pot as p where p.number == number; create Draw as d with {"pot": p, "amount": amount}\` | 201 \`DrawView(d)\` | member |
| \`GET /draws/:number\` | | \`get Draw as d where d.number == number\` | 200 \`DrawView(d)\` | member |
| \`POST /draws/:number/pay\` | \`{tip}\` | \`get Draw as d where d.number == number; pay d with {"tip": tip}\` | 200 \`DrawView(d)\` | member |
| \`POST /draws/:number/refuse\` | | \`get Draw as d where d.number == number; refuse d\` | 200 \`DrawView(d)\` | member |

### PotView of Pot

| Key | Value |
|---|---|
| number | |
| left | \`size - taken\` |

### DrawView of Draw

| Key | Value |
|---|---|
| number | |
| amount | |
| tip | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_MUCH | 409 | So much is not left. |
| BAD_AMOUNT | 422 | Draw another amount. |
| TOO_MANY | 409 | Wait for the others. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(pots, 900);
}, 240_000);

test('a conforming service has no findings', async () => {
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
  expect(await service.wrong(pots)).toBe('');
});

test.each([
  ['an effect on top of another', 'pot.taken + amount}', 'amount}', /GET \/pots|pay/],
  ['an effect on what lies beside', 'amount}\\`', 'amount}; for d in pot.draws.filter(d, d.state == "asked"): refuse d\\`', /GET \/draws/],
  ['a guard on top of an effect', 'pot.taken + amount <=', 'amount <=', /pay/],
  ['a limit on top of an effect', 'pot.taken + amount <= pot.size', 'pot.taken + amount <= pot.size + 1', /pay/],
  ['a rule about how many are in a state', '["asked", "refused"]', '["asked"]', /POST \/pots\/:number\/draws/],
])('%s: tried', async (_what, from, to, words) => {
  const [before, after] = [from, to].map((text) => text.replaceAll('\\`', '`'));
  expect(pots).toContain(before);
  expect(await service.wrong(pots.replace(before ?? '', after ?? ''))).toMatch(words);
});

test('a request with two mistakes is tried, to see which error it gets', async () => {
  const guardFirst = (same: Implementation): Implementation => ({
    ...same,
    async send(request) {
      const isBad = request.path.endsWith('/pay') && /"tip":(-|6)/.test(request.body ?? '');
      const answer = await same.send(request);
      const isConflict = 'status' in answer && answer.status === 409;
      return isBad && isConflict ? { ...answer, body: '{"error":"TOO_MUCH"}' } : answer;
    },
  });
  expect(await service.wrong(pots, guardFirst)).toMatch(/pay with tip/);
});
