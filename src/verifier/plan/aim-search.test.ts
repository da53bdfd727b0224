import { beforeAll, expect, test } from 'vitest';
import { type Followed, followed } from '../../../testing/replays.ts';

/** A parcel fits a box, and leaves it, for several reasons at once. */
const parcels = `# Specification: Parcels

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | yes | |

### Box

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| owner | Person | yes | \`me\` |
| width | integer | yes | |
| most | integer | yes | |
| broken | boolean | yes | no |
| bought | date | yes | |
| moves | integer | yes | 0 |
| parcels | list of Parcel by box | | |
| labels | list of Label by box | | |
| state | state | | |

### Label

| Field | Type | Required |
|---|---|---|
| number | serial | |
| box | Box | yes |
| state | state | |

### Parcel

| Field | Type | Required |
|---|---|---|
| number | serial | |
| owner | Person | yes |
| width | integer | yes |
| weight | integer | yes |
| box | Box | |
| state | state | |

## 4. States and transitions

### Box.state

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | | empty | | | |
| empty | move | empty | | | \`moves = moves + 1; for one in labels.filter(l, l.state == "clean"): tear one\` |
| empty | ship | shipped | \`!parcels.exists(p, p.state == "sent" && p.weight > 2)\` | OPEN | |

### Label.state

| From | Event | To |
|---|---|---|
| | | clean |
| clean | print | printed |
| clean | tear | torn |

### Parcel.state

| From | Event | To | Guard | Error |
|---|---|---|---|---|
| | | waiting | | |
| waiting | put(box) | packed | \`width + 2 <= box.width && weight <= box.most && !box.broken\` | TOO_BIG |
| packed | send | sent | | |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| person | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as person |

| Permission | visitor | person |
|---|---|---|
| Person: create | yes | no |
| Person: read | no | \`self == me\` |
| Box: create, read, move, ship | no | \`owner == me\` |
| Label: create, read, print | no | \`box.owner == me\` |
| Parcel: create, read, put, send | no | \`owner == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /boxes\` | \`{width, most, broken?, bought}\` | \`create Box as b\` | 201 \`BoxView(b)\` |
| \`GET /boxes/:number\` | | \`get Box as b where b.number == number\` | 200 \`BoxView(b)\` |
| \`POST /boxes/:number/move\` | | \`get Box as b where b.number == number; move b\` | 200 \`BoxView(b)\` |
| \`POST /boxes/:number/ship\` | | \`get Box as b where b.number == number; ship b\` | 200 \`BoxView(b)\` |
| \`POST /boxes/:number/labels\` | | \`get Box as b where b.number == number; create Label as l with {"box": b}\` | 201 \`LabelView(l)\` |
| \`GET /labels/:number\` | | \`get Label as l where l.number == number\` | 200 \`LabelView(l)\` |
| \`POST /labels/:number/print\` | | \`get Label as l where l.number == number; print l\` | 200 \`LabelView(l)\` |
| \`POST /parcels\` | \`{width, weight}\` | \`create Parcel as p with {"owner": me}\` | 201 \`ParcelView(p)\` |
| \`GET /parcels/:number\` | | \`get Parcel as p where p.number == number\` | 200 \`ParcelView(p)\` |
| \`POST /parcels/:number/put\` | \`{box}\` | \`get Parcel as p where p.number == number; get Box as b where b.number == box; put p with {"box": b}\` | 200 \`ParcelView(p)\` |
| \`POST /parcels/:number/send\` | | \`get Parcel as p where p.number == number; send p\` | 200 \`ParcelView(p)\` |
| \`GET /free?from&to\` | | \`check from != null && to != null else NO_DAYS; check from < to else BACKWARDS; list Box as found where !broken && bought < to && from < bought sort number asc\` | 200 \`{"boxes": found.map(b, BoxView(b))}\` |

### BoxView of Box

| Key | Value |
|---|---|
| number | |
| broken | |
| moves | |

### LabelView of Label

| Key | Value |
|---|---|
| number | |
| state | |

### ParcelView of Parcel

| Key | Value |
|---|---|
| number | |
| state | |
| box | \`box == null ? null : box.number\` |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| TOO_BIG | 409 | It does not fit. |
| OPEN | 409 | A parcel is on its way. |
| NO_DAYS | 422 | Say from when to when. |
| BACKWARDS | 422 | Come back later. |
`;

let service: Followed;

beforeAll(async () => {
  service = await followed(parcels, 1500);
  expect(service.run.findings.map(({ exchange }) => exchange.attempt.words)).toEqual([]);
}, 240_000);

test('calls that need values which fit together are accepted', () => {
  const accepted = service.run.exchanges.flatMap(({ attempt, expected }) => (expected.status < 400 ? attempt.call.name.text : []));
  expect(accepted).toEqual(expect.arrayContaining(['POST /parcels/:number/put', 'POST /parcels/:number/send', 'GET /free']));
});

test.each([
  ['the second of three conditions', ' && weight <= box.most', ''],
  ['the first of two conditions on a list', 'p.state == "sent" && p.weight', 'p.weight'],
  ['the second of two conditions on a list', ' && p.weight > 2', ''],
  ['a filter of two days', 'check from < to', 'check from <= to'],
])('%s: shown', async (_what, from, to) => {
  expect(parcels).toContain(from);
  expect(await service.wrong(parcels.replace(from, to))).not.toBe('');
});
