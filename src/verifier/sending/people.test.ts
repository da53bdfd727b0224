import { expect, test } from 'vitest';
import { oracleService } from '../../../testing/services/oracle-service.ts';
import { fixedPlatform } from '../../base/platform.ts';
import { readModel } from '../../model/read.ts';
import { verify } from '../run.ts';

/** Those who sign up have no shares, and no call gives them any; no call creates a flat. */
const house = `# Specification: House

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text(20) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| shares | integer | yes | | 0 |
| waits | boolean | yes | | false |

| Example | name | email | password | shares |
|---|---|---|---|---|
| Ann | Ann | ann@example.com | correct-horse | 0 |
| Mia | Mia | mia@example.com | correct-horse | 6 |
| Max | Max | max@example.com | correct-horse | 8 |
| Tom | Tom | tom@example.com | correct-horse | 0 |

### Flat

| Field | Type | Required |
|---|---|---|
| code | text(10) | yes |
| tenant | Person | yes |
| state | state | |

| Example | code | tenant |
|---|---|---|
| Attic | A1 | Tom |

## 4. States and transitions

### Person

| From | Event | To | Guard | Error | Effect |
|---|---|---|---|---|---|
| | join | | \`shares >= 3\` | NO_SHARES | \`waits = true\` |

### Flat.state

| From | Event | To |
|---|---|---|
| | | quiet |
| quiet | complain | loud |
| loud | calm | quiet |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me != null\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes |

| Permission | visitor | member |
|---|---|---|
| Person: create | yes | no |
| Person: read, join | no | \`self == me\` |
| Flat: read | no | yes |
| Flat: complain, calm | no | \`tenant == me\` |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /sessions\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 201 \`{"token": token}\` |
| \`POST /me/wish\` | | \`get Person as p where p == me; join p\` | 200 \`{"waits": p.waits}\` |
| \`GET /flats/:code\` | | \`get Flat as f where f.code == code\` | 200 \`FlatView(f)\` |
| \`POST /flats/:code/complain\` | | \`get Flat as f where f.code == code; complain f\` | 200 \`FlatView(f)\` |
| \`POST /flats/:code/calm\` | | \`get Flat as f where f.code == code; calm f\` | 200 \`FlatView(f)\` |

### FlatView of Flat

| Key | Value |
|---|---|
| code | |
| state | |

## 8. The error catalogue

| Error | Status | Message |
|---|---|---|
| NO_SHARES | 409 | Buy shares first. |
`;

test('an example that can do what those who sign up cannot signs in, and one that a given record names', async () => {
  const clock = fixedPlatform();
  const platform = { ...clock, now: () => clock.now() };
  const model = readModel(house);
  const { exchanges, findings, plan } = await verify({
    model,
    platform,
    implementation: oracleService(house, clock, { reset: true }),
    marker: 'vk3f9x',
    budget: 400,
  });
  expect(findings).toEqual([]);
  // Max is like Mia, and Ann like those who sign up.
  expect(plan.people).toEqual(['Ada', 'Ben', 'Mia', 'Tom']);
  const accepted = new Set(exchanges.flatMap(({ attempt, expected }) => (expected.status < 400 ? attempt.call.name.text : [])));
  expect(model.calls.flatMap(({ name }) => (accepted.has(name.text) ? [] : name.text))).toEqual([]);
});
