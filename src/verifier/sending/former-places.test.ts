import { expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { verify } from '../run.ts';

/** A parcel lies in a hall of a site; parcels can be taken in many ways, but change no hall. */
const depot = `# Specification: Depot

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique |
|---|---|---|---|
| email | email | yes | yes |
| password | password | yes | |

### Site

| Field | Type | Required |
|---|---|---|
| number | serial | |
| name | text(20) | yes |

### Hall

| Field | Type | Required |
|---|---|---|
| number | serial | |
| site | Site | yes |
| name | text(20) | yes |

### Parcel

| Field | Type | Required |
|---|---|---|
| number | serial | |
| hall | Hall | yes |
| weight | integer | yes |
| note | text(40) | |
| size | enum small, large, long, flat | yes |
| state | state | |

## 4. States and transitions

### Parcel.state

| From | Event | To |
|---|---|---|
| | | here |
| here | take | taken |

## 5. Validation rules

| Rule | On | Must hold | Error |
|---|---|---|---|
| weight | Parcel.weight | \`weight >= 1 && weight <= 30\` | BAD_WEIGHT |

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
| Site: create, read | no | yes |
| Hall: create, read | no | yes |
| Parcel: create, read, take | no | yes |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{email, password}\` | \`sign up with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /sites\` | \`{name}\` | \`create Site as s\` | 201 \`SiteView(s)\` |
| \`POST /sites/:number/halls\` | \`{name}\` | \`get Site as s where s.number == number; create Hall as h with {"site": s}\` | 201 \`HallView(h)\` |
| \`POST /halls/:number/parcels\` | \`{weight, note?, size}\` | \`get Hall as h where h.number == number; create Parcel as p with {"hall": h}\` | 201 \`ParcelView(p)\` |
| \`GET /parcels/:number\` | | \`get Parcel as p where p.number == number\` | 200 \`ParcelView(p)\` |
| \`POST /parcels/:number/take\` | | \`get Parcel as p where p.number == number; take p\` | 200 \`ParcelView(p)\` |

### SiteView of Site

| Key | Value |
|---|---|
| number | |
| name | |

### HallView of Hall

| Key | Value |
|---|---|
| number | |
| name | |

### ParcelView of Parcel

| Key | Value |
|---|---|
| number | |
| weight | |
| note | |
| size | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| BAD_WEIGHT | 422 | Too heavy. |
`;

test('parcels in many ways are put into the halls that are there', async () => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const implementation = oracleService(depot, clock);
  const { exchanges, findings } = await verify({ model: readModel(depot), platform, implementation, marker: 'vk3f9x', budget: 1000 });
  expect(findings).toEqual([]);
  const accepted = (call: string): number =>
    exchanges.filter(({ attempt, expected }) => attempt.call.name.text === call && expected.status < 400).length;
  expect(accepted('POST /halls/:number/parcels')).toBeGreaterThan(20);
  expect(accepted('POST /sites')).toBeLessThan(accepted('POST /halls/:number/parcels') / 2);
});
