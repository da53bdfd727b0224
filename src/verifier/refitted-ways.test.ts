import { expect, test } from 'vitest';
import { oracleService } from '../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../base/platform.ts';
import { readModel } from '../model/read.ts';
import { verify } from './run.ts';

/**
 * The only ferryman sails once an hour, with little in a day, and only sails today what is of
 * today: each way to a trip that has arrived needs another hour, and lighter parcels as the day
 * fills up.
 */
const ferry = `# Specification: Ferry

## 1. What the product does and for whom

### Scenario: a heavy parcel

| As | Do | Expect |
|---|---|---|
| Gus | \`create Parcel as p with {"weight": 40}\` | |
| Fay | \`create Trip as t with {"parcel": p, "day": today, "hour": 9}\` | |

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum guest, ferryman | yes | | guest |

| Example | email | password | role |
|---|---|---|---|
| Fay | fay@example.com | correct-horse | ferryman |
| Gus | gus@example.com | correct-horse | guest |

### Parcel

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| weight | integer | yes | |
| state | state | | |

### Trip

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| ferryman | Person | yes | \`me\` |
| parcel | Parcel | yes | |
| day | date | yes | |
| hour | integer | yes | |
| state | state | | |

## 4. States and transitions

### Parcel.state

| From | Event | To |
|---|---|---|
| | | brought |
| brought | hand over | carried |

### Trip.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | planned | | | |
| planned | sail | sailing | \`day <= today\` | TOO_EARLY | |
| sailing | land | arrived | | | \`hand over parcel\` |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| weight in bounds | Parcel | \`weight >= 1 && weight <= 60\` | BAD_WEIGHT |
| no trip in the past | Trip on create | \`day >= today\` | PAST |
| hours | Trip | \`hour >= 0 && hour <= 23\` | BAD_HOUR |
| one trip an hour | Trip | unique ferryman, day, hour | TAKEN |
| little in a day | Trip on create | \`sum(Trip.filter(t, t.day == self.day).map(t, t.parcel.weight)) + parcel.weight <= 300\` | TOO_HEAVY |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| guest | \`me.role == "guest"\` |
| ferryman | \`me.role == "ferryman"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as guest |

| Permission | visitor | guest | ferryman |
|---|---|---|---|
| Person: create | yes | no | no |
| Person: read | no | \`self == me\` | yes |
| Parcel: create | no | \`owner == me\` | no |
| Parcel: read | no | \`owner == me\` | yes |
| Parcel: hand over | no | no | no |
| Trip: create, sail, land | no | no | \`ferryman == me\` |
| Trip: read | no | yes | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token}\` |
| \`GET /me\` | | | 200 \`{"number": me.number}\` |
| \`POST /parcels\` | \`{weight}\` | \`create Parcel as p\` | 201 \`ParcelView(p)\` |
| \`GET /parcels/:number\` | | \`get Parcel as p where p.number == number\` | 200 \`ParcelView(p)\` |
| \`POST /parcels/:number/trips\` | \`{day, hour}\` | \`get Parcel as p where p.number == number; create Trip as t with {"parcel": p}\` | 201 \`TripView(t)\` |
| \`GET /trips/:number\` | | \`get Trip as t where t.number == number\` | 200 \`TripView(t)\` |
| \`POST /trips/:number/sail\` | | \`get Trip as t where t.number == number; sail t\` | 200 \`TripView(t)\` |
| \`POST /trips/:number/land\` | | \`get Trip as t where t.number == number; land t\` | 200 \`TripView(t)\` |

### ParcelView of Parcel

| Key | Value |
|---|---|
| number | |
| weight | |
| state | |

### TripView of Trip

| Key | Value |
|---|---|
| number | |
| day | |
| hour | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| BAD_WEIGHT | 422 | Too heavy. |
| PAST | 422 | That day is over. |
| BAD_HOUR | 422 | A day has 24 hours. |
| TAKEN | 409 | You sail then. |
| TOO_HEAVY | 409 | The day is full. |
| TOO_EARLY | 409 | Not yet. |
`;

test('ways to trips of a day that fills up get other hours and lighter parcels', async () => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const implementation = oracleService(ferry, clock);
  const { exchanges, findings } = await verify({ model: readModel(ferry), platform, implementation, marker: 'vk3f9x', budget: 1000 });
  expect(findings).toEqual([]);
  const landed = exchanges.filter(
    ({ attempt, expected }) => attempt.call.name.text === 'POST /trips/:number/land' && expected.status < 400,
  );
  expect(landed.length).toBeGreaterThan(15);
});
