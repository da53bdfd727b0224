import { beforeAll, expect, test } from 'vitest';
import { callsOfScenario, verified } from '../../../testing/services/verified.ts';
import type { Run } from '../answers/finding.ts';

/**
 * Only the numbers of the scenario open a safe, under other names in the call, and only hers make
 * the second error come. Those who sign up have no license, and need one like Ann's to open it.
 */
const safes = `# Specification: Safes

## 1. What the product does and for whom

### Scenario: opened and locked

| As | Do | Expect |
|---|---|---|
| Ann | \`unlock Old with {"first": 23, "second": 17, "third": 6.35}\` | |
| Ann | \`unlock Old with {"first": 29, "second": 13, "third": 16.35}\` | refused CONFLICT |
| Ann | \`create Coin as c with {"safe": Old, "worth": 7393}\` | refused FORGED |
| Ann | \`create Coin as c with {"safe": Old, "worth": 4}\` | |
| Bob | \`take c\` | |

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | yes | |
| license | integer | | |

| Example | email | password | license |
|---|---|---|---|
| Bob | bob@example.com | correct-horse | 5 |
| Ann | ann@example.com | correct-horse | 7381 |

### Safe

| Field | Type | Required |
|---|---|---|
| number | serial | |
| label | text(20) | |
| state | state | |

| Example | label |
|---|---|
| Old | Old |

### Coin

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| safe | Safe | yes | |
| owner | Person | yes | \`me\` |
| worth | integer | yes | |
| state | state | | |

## 4. States and transitions

### Safe.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | shut | | |
| shut | unlock(first: integer, second: integer, third: money) | open | \`(me.license + first) % 7393 == 11 && second == 17 && number(third) * number(third) == 40.3225\` | WRONG |

### Coin.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | kept | \`safe.state == "open"\` | SHUT |
| kept | take | taken | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| not forged | Coin.worth | \`worth % 7393 != 0 \\|\\| worth == 0\` | FORGED |

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
| Safe: create, read, unlock | no | yes |
| Coin: create, read | no | yes |
| Coin: take | no | \`owner != me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`PATCH /me\` | \`{license?}\` | \`get Person as p where p == me; update p\` | 200 \`{"license": p.license}\` |
| \`POST /safes\` | | \`create Safe as s\` | 201 \`SafeView(s)\` |
| \`GET /safes/:number\` | | \`get Safe as s where s.number == number\` | 200 \`SafeView(s)\` |
| \`POST /safes/:number/unlock\` | \`{one, two, three}\` | \`get Safe as s where s.number == number; unlock s with {"first": one, "second": two, "third": three}\` | 200 \`SafeView(s)\` |
| \`POST /safes/:number/coins\` | \`{worth}\` | \`get Safe as s where s.number == number; create Coin as c with {"safe": s, "worth": worth}\` | 201 \`CoinView(c)\` |
| \`POST /coins/:number/take\` | | \`get Coin as c where c.number == number; take c\` | 200 \`CoinView(c)\` |

### SafeView of Safe

| Key | Value |
|---|---|
| number | |
| state | |

### CoinView of Coin

| Key | Value |
|---|---|
| number | |
| worth | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| WRONG | 409 | It stays shut. |
| SHUT | 409 | Open the safe first. |
| FORGED | 422 | That is no coin. |
`;

let run: Run;

beforeAll(async () => {
  run = await verified(safes, 200);
});

test('a call that only the values of a scenario satisfy is accepted, and what follows it', () => {
  const accepted = new Set(run.exchanges.flatMap(({ attempt, expected }) => (expected.status < 400 ? attempt.call.name.text : [])));
  expect([...accepted]).toEqual(expect.arrayContaining(['POST /safes/:number/unlock', 'POST /coins/:number/take']));
});

test('a request that a scenario refuses is sent where the scenario sends it', () => {
  const errors = run.exchanges.flatMap(({ expected }) => (expected.refusals ?? []).map(({ error }) => error));
  expect(errors).toContain('FORGED');
});

test('each request of a scenario leads to the next one', () => {
  // Those who stand for Ann and Bob get a license before they do anything.
  const ann = ['PATCH /me', 'POST /safes', 'POST /safes/:number/unlock', 'POST /safes/:number/coins'];
  expect(callsOfScenario(run.plan)).toEqual([...ann, 'PATCH /me', 'POST /coins/:number/take']);
});
