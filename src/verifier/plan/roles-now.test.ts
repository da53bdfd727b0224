import { expect, test } from 'vitest';
import { verified } from '../../../testing/services/verified.ts';

/** Who has moved in is a tenant, and only tenants see the bookings of others. */
const house = `# Specification: House

## 3. Entities and their fields

### Person

| Field | Type | Required | Unique | Default |
|---|---|---|---|---|
| number | serial | | | |
| name | text(20) | yes | | |
| email | email | yes | yes | |
| password | password | yes | | |
| role | enum member, clerk | yes | | member |
| flats | list of Flat by tenant | | | |

| Example | name | email | password | role |
|---|---|---|---|---|
| Carl | Carl | carl@example.com | correct-horse | clerk |

### Flat

| Field | Type | Required |
|---|---|---|
| number | serial | |
| tenant | Person | yes |
| state | state | |

### Booking

| Field | Type | Required | Default |
|---|---|---|---|
| number | serial | | |
| tenant | Person | yes | \`me\` |
| place | text(20) | yes | |

## 4. States and transitions

### Flat.state

| From | Event | To |
|---|---|---|
| | | let |
| let | move in | housed |

## 6. Roles and permissions

| Role | Is |
|---|---|
| visitor | \`me == null\` |
| member | \`me.role == "member"\` |
| tenant | \`me.flats.exists(f, f.state == "housed")\` |
| clerk | \`me.role == "clerk"\` |

| Account | |
|---|---|
| Entity | Person |
| Sign in with | email, password |
| Sign up | yes, as member |

| Permission | visitor | member | tenant | clerk |
|---|---|---|---|---|
| Person: create | yes | no | no | no |
| Person: read | no | \`self == me\` | yes | yes |
| Flat: create, move in | no | no | no | yes |
| Flat: read | no | \`tenant == me\` | no | yes |
| Booking: create | no | no | yes | no |
| Booking: read | no | \`tenant == me\` | yes | no |

## 7. The calls it makes

| Call | Takes | Does | Returns |
|---|---|---|---|
| \`POST /people\` | \`{name, email, password}\` | \`sign up with {"name": name, "email": email, "password": password}\` | 201 \`{"token": token, "me": {"number": me.number}}\` |
| \`POST /session\` | \`{email, password}\` | \`sign in with {"email": email, "password": password}\` | 200 \`{"token": token, "me": {"number": me.number}}\` |
| \`POST /people/:number/flats\` | | \`get Person as p where p.number == number; create Flat as f with {"tenant": p}\` | 201 \`{"number": f.number, "state": f.state}\` |
| \`POST /flats/:number/move-in\` | | \`get Flat as f where f.number == number; move in f\` | 200 \`{"number": f.number, "state": f.state}\` |
| \`POST /bookings\` | \`{place}\` | \`create Booking as b\` | 201 \`{"number": b.number, "place": b.place}\` |
| \`GET /bookings\` | | \`list Booking as found sort number asc\` | 200 \`{"bookings": found.map(b, {"number": b.number, "place": b.place})}\` |
`;

test('a tenant lists the bookings of another one', async () => {
  const { exchanges } = await verified(house, 600, { reset: true });
  const bookers = new Map<number, string>();
  const seen: string[] = [];
  for (const { attempt, expected } of exchanges) {
    const [who = ''] = attempt.words.split(':');
    const body: { number?: number; bookings?: readonly { number: number }[] } = JSON.parse(expected.body ?? '{}');
    if (attempt.call.name.text === 'POST /bookings' && body.number !== undefined) bookers.set(body.number, who);
    for (const { number } of body.bookings ?? []) if (bookers.get(number) !== who) seen.push(`${who} sees that of ${bookers.get(number)}`);
  }
  expect(seen).not.toEqual([]);
});
