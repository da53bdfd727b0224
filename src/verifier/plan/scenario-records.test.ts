import { expect, test } from 'vitest';
import { callsOfScenario, verified } from '../../../testing/services/verified.ts';

/**
 * A tour needs a van and a driver: two vans and six people are more pairs than are tried in one
 * situation. Only the boxes of the scenario fit.
 */
const tours = `# Specification: Tours

## 1. What the product does and for whom

### Scenario: two tours of one driver

| As | Do | Expect |
|---|---|---|
| Bea | \`create Van as a with {"seats": 4}\` | |
| Bea | \`create Van as b with {"seats": 5}\` | |
| Bea | \`create Tour as first\` | |
| Bea | \`plan first with {"van": a, "driver": Dan}\` | |
| Dan | \`load first with {"boxes": [40, 2]}\` | |
| Bea | \`create Tour as second\` | |
| Bea | \`plan second with {"van": b, "driver": Dan}\` | |
| Dan | \`load second with {"boxes": [40, 2]}\` | |

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum guest, driver, boss | yes | | guest |

| Example | email | password | role |
|---|---|---|---|
| Bea | bea@example.com | correct-horse | boss |
| Cas | cas@example.com | correct-horse | driver |
| Dan | dan@example.com | correct-horse | driver |
| Eve | eve@example.com | correct-horse | driver |

### Van

| Field | Type | Required |
|---|---|---|
| number | serial | |
| seats | integer | yes |

### Tour

| Field | Type |
|---|---|
| number | serial |
| van | Van |
| driver | Person |
| boxes | list of integer |
| state | state |

## 4. States and transitions

### Tour.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | asked | | |
| asked | plan(van, driver) | planned | | |
| planned | load(boxes: list of integer) | refused | \`boxes != [40, 2]\` | WRONG |
| planned | load(boxes: list of integer) | loaded | | |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| few tours | Tour on create | \`size(Tour.filter(t, t.number > 0)) < 4\` | FULL |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| guest | \`me.role == "guest"\` |
| driver | \`me.role == "driver"\` |
| boss | \`me.role == "boss"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as guest |

| Permission | visitor | guest | driver | boss |
|---|---|---|---|---|
| Person: create | yes | no | no | no |
| Person: read | no | \`self == me\` | \`self == me\` | yes |
| Van: create, read | no | no | no | yes |
| Tour: create, plan | no | no | no | yes |
| Tour: read | no | no | \`driver == me\` | yes |
| Tour: load | no | no | \`driver == me\` | no |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token, "number": me.number}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "number": me.number}\` |
| \`POST /vans\` | \`{seats}\` | \`create Van as v\` | 201 \`{"number": v.number}\` |
| \`POST /tours\` | | \`create Tour as t\` | 201 \`TourView(t)\` |
| \`GET /tours/:number\` | | \`get Tour as t where t.number == number\` | 200 \`TourView(t)\` |
| \`POST /tours/:number/plan\` | \`{van, driver}\` | \`get Tour as t where t.number == number; get Van as v where v.number == van; get Person as p where p.number == driver; plan t with {"van": v, "driver": p}\` | 200 \`TourView(t)\` |
| \`POST /tours/:number/load\` | \`{boxes}\` | \`get Tour as t where t.number == number; load t with {"boxes": boxes}\` | 200 \`TourView(t)\` |

### TourView of Tour

| Key | Value |
|---|---|
| number | |
| van | \`van.number\` |
| driver | \`driver.number\` |
| boxes | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| WRONG | 409 | Other boxes. |
| FULL | 409 | No more tours. |
`;

test('a scenario is followed with its own records of many, and with its lists', async () => {
  const { plan } = await verified(tours, 1500);
  const tour = ['POST /tours', 'POST /tours/:number/plan', 'POST /tours/:number/load'];
  expect(callsOfScenario(plan)).toEqual(['POST /vans', 'POST /vans', ...tour, ...tour]);
});

test('after a reset, a driver signs in before a request names them by their number', async () => {
  const { notTried, exchanges } = await verified(tours, 1500, { reset: true });
  expect(notTried).toEqual([]);
  expect(exchanges.some(({ attempt, expected }) => attempt.call.path.endsWith('load') && expected.status === 200)).toBe(true);
});
