import { beforeAll, expect, test } from 'vitest';
import { verified } from '../../../testing/services/verified.ts';
import type { Exchange } from '../answers/side-by-side.ts';

/** Records that meet others: a van on two trips, a trip to a place that is closed then. */
const trips = `# Specification: Trips

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text(20) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum customer, clerk | yes | | customer |

| Example | name | email | password | role |
|---|---|---|---|---|
| Carl | Carl | carl@example.com | correct-horse | clerk |

### Van

| Field | Type | Required |
|---|---|---|
| number | serial | |
| seats | integer | yes |

### Closure

| Field | Type | Required |
|---|---|---|
| number | serial | |
| place | integer | yes |
| begins | date | yes |
| until | date | yes |

### Trip

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| customer | Person | yes | \`me\` |
| place | integer | yes | |
| day | date | yes | |
| van | Van | | |
| begins | time | | |
| ends | time | | |
| urgent | boolean | yes | false |
| state | state | | |

### Pass

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| left | integer | yes | \`VISITS\` |
| state | state | | |

## 4. States and transitions

### Trip.state

| From | Event | To | Effect |
|---|---|---|---|
| | | asked | |
| asked | assign(van, begins, ends) | planned | |
| planned | look | | \`urgent = false\` |
| planned | at \`datetime(day, time("00:00"))\` | | \`urgent = true\` |

### Pass.state

| From | Event | To | Guard | Effect |
|---|---|---|---|---|
| | | valid | | |
| valid | use | used up | \`left == 1\` | \`left = 0\` |
| valid | use | | | \`left = left - 1\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| later | Trip.day | \`day > today\` | TOO_SOON |
| far ahead | Closure.begins | \`begins - today >= AHEAD\` | TOO_NEAR |
| forward | Closure | \`begins < until\` | REVERSED |
| one trip a day | Trip | unique customer, day | SAME_DAY |
| in one place | Trip | no overlap begins, ends per van, day | VAN_TAKEN |
| open | Trip on create | \`!Closure.exists(c, c.place == place && c.begins <= day && day < c.until)\` | CLOSED |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| customer | \`me.role == "customer"\` |
| clerk | \`me.role == "clerk"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as customer |

| Permission | visitor | customer | clerk |
|---|---|---|---|
| Person: create | yes | no | no |
| Person: read | no | \`self == me\` | yes |
| Van: create, read | no | no | yes |
| Closure: create, read | no | no | yes |
| Trip: create | no | yes | no |
| Trip: read | no | \`customer == me\` | yes |
| Trip: assign, look | no | no | yes |
| Pass: create, use | no | yes | no |
| Pass: read | no | \`owner == me\` | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "me": {"number": me.number}}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "me": {"number": me.number}}\` |
| \`POST /vans\` | \`{seats}\` | \`create Van as v\` | 201 \`{"number": v.number}\` |
| \`POST /closures\` | \`{place, begins, until}\` | \`create Closure as c\` | 201 \`{"number": c.number}\` |
| \`POST /trips\` | \`{place, day}\` | \`create Trip as t\` | 201 \`TripView(t)\` |
| \`POST /trips/:number/assign\` | \`{van, begins, ends}\` | \`get Trip as t where t.number == number; get Van as v where v.number == van; assign t with {"van": v, "begins": begins, "ends": ends}\` | 200 \`TripView(t)\` |
| \`POST /trips/:number/look\` | | \`get Trip as t where t.number == number; look t\` | 200 \`TripView(t)\` |
| \`POST /passes\` | | \`create Pass as p\` | 201 \`PassView(p)\` |
| \`POST /passes/:number/use\` | | \`get Pass as p where p.number == number; use p\` | 200 \`PassView(p)\` |

### TripView of Trip

| Key | Value |
|---|---|
| number | |
| day | |
| urgent | |
| state | |

### PassView of Pass

| Key | Value |
|---|---|
| number | |
| left | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_SOON | 422 | Tomorrow at the earliest. |
| TOO_NEAR | 422 | People have to know. |
| REVERSED | 422 | The end is after the beginning. |
| SAME_DAY | 409 | One trip a day. |
| VAN_TAKEN | 409 | The van is elsewhere. |
| CLOSED | 409 | The place is closed. |

## 9. Business constants and limits

| Constant | Value | Unit |
|---|---|---|
| VISITS | 6 | |
| AHEAD | 61 | days |
`;

let all: readonly Exchange[];
const to = (call: string): readonly Exchange[] => all.filter(({ attempt }) => attempt.call.name.text === call);
const errorsOf = (call: string): ReadonlySet<string | undefined> =>
  new Set(to(call).map(({ expected: { refusals } }) => refusals?.[0]?.error));

beforeAll(async () => {
  all = (await verified(trips, 700, { clock: true, reset: true })).exchanges;
});

test('two customers whose trips need one van at one time of the same day', () => {
  expect(errorsOf('POST /trips/:number/assign')).toContain('VAN_TAKEN');
});

test('a trip to a place that is closed on its day', () => {
  expect(errorsOf('POST /trips')).toContain('CLOSED');
});

test('a pass that is used as often as it allows', () => {
  expect(to('POST /passes/:number/use').some(({ expected }) => expected.body?.includes('"state":"used up"') === true)).toBe(true);
});

test('what a timer has set is reset after it', () => {
  const looked = all.findIndex(({ attempt, at }, place) => {
    const before = all[place - 1];
    return attempt.call.name.text === 'POST /trips/:number/look' && before !== undefined && at - before.at > 3_600_000;
  });
  expect(looked).toBeGreaterThan(0);
});
